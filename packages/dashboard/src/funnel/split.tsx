import { breakdown, funnel } from '../api/reports.ts';
import { Empty } from '../definitions/empty.tsx';
import { dimensionName, type Filter } from '../filters/filter.ts';
import { wordsOf } from '../filters/words.ts';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { Head } from '../panels/head.tsx';
import { Foreign } from '../panels/list.tsx';
import { Body, Panel } from '../panels/panel.tsx';
import { ProblemCell } from '../panels/problem.tsx';
import { Scrolled } from '../panels/scrolled.tsx';
import { useChoice, useViewReport } from '../panels/use-panel.ts';
import { useView } from '../url/use-view.ts';
import type { SessionProperty } from '../url/view.ts';
import { messages } from '../words/words.ts';
import { funnelQuestion } from './question.ts';

/** Each value requests a funnel of its own. */
const mostValues = 8;

/** The funnel for each of the most frequent values of a property of visits. */
export function Split({ by }: { by: SessionProperty }) {
  const { view } = useView();
  const loaded = useViewReport(breakdown, { dimension: by, limit: String(mostValues) });
  const name = dimensionName(by);
  return (
    <Panel title={messages.funnel.by(messages.general.inText(name))} area="split">
      <Body loaded={loaded} rows={mostValues}>
        {(list) =>
          list.length === 0 ? (
            <Empty>{messages.general.nothing}</Empty>
          ) : (
            <Scrolled label={messages.funnel.byValue}>
              <table class="grid">
                <Head
                  what={name}
                  numbers={[
                    ...view.steps.map((_, index) => messages.funnel.step(`${index + 1}`)),
                    messages.funnel.reachTheEnd,
                  ]}
                />
                <tbody>
                  {list.map(({ value }) => (
                    <ValueRow key={value} by={by} value={value} />
                  ))}
                </tbody>
              </table>
            </Scrolled>
          )
        }
      </Body>
    </Panel>
  );
}

function ValueRow({ by, value }: { by: SessionProperty; value: string }) {
  const { view } = useView();
  const choice = useChoice();
  const filter: Filter = { dimension: by, operator: ':', values: [value] };
  const loaded = useViewReport(funnel, funnelQuestion(view), { filters: [...view.filters, filter] });
  const steps = loaded.answer?.data;
  const { chosen, onChoose } = choice([by, value]);
  const name = wordsOf(filter).values;
  return (
    <tr aria-busy={loaded.loading}>
      <th scope="row">
        <button type="button" class="row" aria-pressed={chosen} title={name} onClick={onChoose}>
          <Foreign text={name} />
        </button>
      </th>
      {loaded.problem === undefined ? (
        <>
          {view.steps.map((_, index) => (
            <td
              class="number barred"
              key={index}
              style={{ backgroundSize: `${steps?.[index]?.rate_of_first ?? 0}% 100%` }}
            >
              {steps?.[index] && formatCount(steps[index].entered)}
            </td>
          ))}
          <td class="number">{steps && formatPercent(steps.at(-1)?.rate_of_first ?? null)}</td>
        </>
      ) : (
        <ProblemCell columns={view.steps.length + 1} problem={loaded.problem} retry={loaded.retry} />
      )}
    </tr>
  );
}
