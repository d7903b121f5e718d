import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { type Journey, type JourneyNode, journeys } from '../api/reports.ts';
import { partOf } from '../api/use-report.ts';
import { Empty } from '../definitions/empty.tsx';
import { dimensionNames } from '../filters/filter.ts';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { goalText } from '../goal/goal.ts';
import { GoalInput } from '../goal/goal-input.tsx';
import { IconButton } from '../icons.tsx';
import { Options } from '../options.tsx';
import { Head } from '../panels/head.tsx';
import { Foreign } from '../panels/list.tsx';
import { Body, CsvButton, Panel } from '../panels/panel.tsx';
import { Tabs } from '../panels/tabs.tsx';
import { useViewReport } from '../panels/use-panel.ts';
import { ReportHeading } from '../report-heading.tsx';
import { useView } from '../url/use-view.ts';
import { depths } from '../url/view.ts';
import { messages } from '../words/words.ts';
import { JourneyFlow } from './flow.tsx';
import { goalOf, nodeName } from './node.ts';
import { useTitles } from './titles.ts';

export function JourneysView() {
  const { view, change } = useView();
  const loaded = useViewReport(journeys, {
    depth: String(view.depth),
    limit: '100',
    ...(view.from && { from: goalText(view.from) }),
    ...(view.to && { to: goalText(view.to) }),
  });
  // Visits of one page may be hidden: then fewer are drawn than were read.
  const { length: read = 0 } = loaded.answer?.data ?? {};
  const { total = 0 } = loaded.answer?.meta ?? {};
  const isAnywhere = view.from === undefined && view.to === undefined;
  const hidden = (all: Journey[]) =>
    isAnywhere && !view.single ? all.filter(({ path }) => path.length > 1) : all;
  const csv = (all: Journey[]) =>
    toCsv(
      ['path', 'sessions', 'percentage'],
      all.map((of) => ({ ...of, path: of.path.map(nodeName).join(' → ') })),
    );
  const [withPaths, setWithPaths] = useState(false);
  const titles = useTitles();
  const nameOf = (node: JourneyNode) =>
    (withPaths ? undefined : titles.get(nodeName(node))) ?? nodeName(node);
  const tools = (
    <>
      <Tabs
        label={messages.general.by(dimensionNames('page'))}
        tabs={messages.journeys.pageNames}
        chosen={withPaths ? 'paths' : 'titles'}
        onChoose={(name) => setWithPaths(name === 'paths')}
      />
      <CsvButton name={messages.journeys.file} loaded={loaded} text={csv} />
    </>
  );
  return (
    <div class="report-view">
      <ReportHeading name={messages.header.reportNames.journeys} about={messages.journeys.about} />
      <Panel title={messages.journeys.where} area="journeys" tools={tools}>
        <Ends />
        <Body loaded={partOf(loaded, hidden)} rows={12}>
          {(list) =>
            list.length === 0 ? (
              <Empty>{messages.journeys.none}</Empty>
            ) : (
              <>
                <JourneyFlow
                  nameOf={nameOf}
                  journeys={list}
                  backwards={view.to !== undefined}
                  onChoose={(node) => change({ from: goalOf(node), to: undefined })}
                />
                <p class="faint">
                  {total > read &&
                    `${messages.journeys.mostFrequent(
                      formatCount(read),
                      formatCount(total),
                      formatPercent(shareOf(list)),
                    )} `}
                  {messages.journeys.percentages}
                </p>
                <Table journeys={list} nameOf={nameOf} />
              </>
            )
          }
        </Body>
      </Panel>
    </div>
  );
}

const shareOf = (list: readonly Journey[]) =>
  list.reduce((sum, { percentage }) => sum + (percentage ?? 0), 0);

/** Chooses where journeys begin or end, and their length. */
function Ends() {
  const { view, change } = useView();
  const goal = view.from ?? view.to;
  const ends = (['from', 'to'] as const).filter((end) => goal === undefined || view[end]);
  return (
    <div class="options">
      <label>
        {messages.journeys.stepsShown}{' '}
        <select
          value={String(view.depth)}
          onChange={({ currentTarget }) => change({ depth: Number(currentTarget.value) })}
        >
          <Options of={depths.map((depth) => [depth, depth])} />
        </select>
      </label>
      {ends.map((end) => (
        <span key={end} class="choosing">
          {end === 'to' && goal === undefined ? messages.journeys.orTo : messages.journeys[end]}{' '}
          <GoalInput
            key={view[end] && goalText(view[end])}
            label={messages.journeys[end]}
            goal={view[end]}
            first="page"
            onChange={(next) => change({ [end]: next })}
          />
          {goal && (
            <IconButton
              icon="close"
              words={messages.journeys.all}
              onClick={() => change({ from: undefined, to: undefined })}
            />
          )}
        </span>
      ))}
      {goal === undefined && (
        <label class="check">
          <input
            type="checkbox"
            checked={view.single}
            onChange={({ currentTarget }) => change({ single: currentTarget.checked })}
          />{' '}
          {messages.journeys.single}
        </label>
      )}
    </div>
  );
}

interface TableProperties {
  journeys: readonly Journey[];
  nameOf: (node: JourneyNode) => string;
}

function Table({ journeys, nameOf }: TableProperties) {
  const { names } = messages.numbers;
  return (
    <table class="grid ways">
      <caption class="hidden">{messages.journeys.table}</caption>
      <Head what={messages.journeys.journey} numbers={[names.visits, names.share]} />
      <tbody>
        {journeys.slice(0, 20).map(({ path, sessions, percentage }, row) => (
          <tr key={row}>
            <th scope="row" title={path.map(nodeName).join(' → ')}>
              {path.map((node, index) => (
                <span key={index}>
                  {index > 0 && <span class="faint"> → </span>}
                  <Foreign text={nameOf(node)} />
                </span>
              ))}
            </th>
            <td class="number">{formatCount(sessions)}</td>
            <td class="number">{formatPercent(percentage)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
