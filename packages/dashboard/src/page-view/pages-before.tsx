import { toCsv } from '../api/csv.ts';
import { type Journey, journeys } from '../api/reports.ts';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { type Goal, goalText } from '../goal/goal.ts';
import { nodeName } from '../journeys/node.ts';
import { List } from '../panels/list.tsx';
import { Body, CsvButton, Panel } from '../panels/panel.tsx';
import { useViewReport } from '../panels/use-panel.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';

/** What visits did right before their last view of a page: another page, an event, or nothing. */
export function PagesBefore({ path }: { path: string }) {
  const { change } = useView();
  const page: Goal = [{ dimension: 'page', operator: ':', values: [path] }];
  const loaded = useViewReport(journeys, { to: goalText(page), depth: '2', limit: '100' });
  const csv = (list: Journey[]) =>
    toCsv(
      ['before', 'sessions', 'percentage'],
      list.map((of) => ({ ...of, before: before(of) })),
    );
  return (
    <Panel
      title={messages.page.rightBefore}
      area="before-page"
      tools={<CsvButton name={messages.page.pagesBefore} loaded={loaded} text={csv} />}
    >
      <Body loaded={loaded} rows={10}>
        {(list) => (
          <List
            what={messages.page.pageOrEvent}
            columns={[messages.numbers.names.visits, messages.page.ofVisits]}
            total={loaded.answer?.meta.total}
            empty={messages.page.notViewed}
            rows={list.map((of) => {
              const name = before(of) ?? messages.page.start;
              const [first] = of.path.length > 1 ? of.path : [];
              const opened = first && 'page' in first ? first.page : undefined;
              return {
                key: JSON.stringify(first ?? null),
                name,
                label: first === undefined ? <em>{name}</em> : undefined,
                size: of.sessions,
                cells: [formatCount(of.sessions), formatPercent(of.percentage)],
                ...(opened !== undefined && { onChoose: () => change({ page: opened }) }),
              };
            })}
          />
        )}
      </Body>
    </Panel>
  );
}

/** @returns undefined when the visit began with the page */
const before = ({ path: [first, ...more] }: Journey) =>
  first === undefined || more.length === 0 ? undefined : nodeName(first);
