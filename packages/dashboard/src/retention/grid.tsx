import { Empty } from '../definitions/empty.tsx';
import { bucketDay, bucketName, isOfYears } from '../format/buckets.ts';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { Head } from '../panels/head.tsx';
import { Scrolled } from '../panels/scrolled.tsx';
import { counted } from '../words/counted.ts';
import { messages } from '../words/words.ts';
import type { CohortLength } from './cohort-lengths.ts';
import { averages, type Returns } from './complete.ts';
import { sinceTheFirst } from './since-the-first.ts';

/** What cells show. */
export type Shown = 'shares' | 'visitors';

interface Properties {
  cohorts: readonly Returns[];
  length: CohortLength;
  shown: Shown;
}

/** A row for each cohort, with a cell for each day, week or month since; the last row has the averages. */
export function Grid({ cohorts: all, length, shown }: Properties) {
  const cohorts = sinceTheFirst(all);
  const [first] = cohorts;
  if (first === undefined) return <Empty>{messages.retention.nobody}</Empty>;
  const means = averages(cohorts);
  const highest = Math.max(
    ...cohorts.flatMap(({ visitors, returned }) =>
      returned.slice(1).map(({ count }) => count / visitors || 0),
    ),
  );
  const withYear = isOfYears(cohorts.map(({ cohort }) => cohort));
  const nameOf = (cohort: string) => bucketName(`${cohort}T00:00:00`, length, withYear);
  const dayOf = (cohort: string) => bucketDay(`${cohort}T00:00:00`, length, withYear);
  return (
    <>
      <Scrolled label={messages.retention.table}>
        <table class="grid cohorts">
          <Head
            what={messages.retention.newVisitorsOf}
            numbers={[
              messages.retention.kinds.visitors,
              ...means.map((_, index) => messages.retention.after[length](`${index}`)),
            ]}
          />
          <tbody>
            {cohorts.map(({ cohort, visitors, returned }) => (
              <tr key={cohort}>
                <th scope="row">{nameOf(cohort)}</th>
                <td class="number">{formatCount(visitors)}</td>
                {means.map((_, index) => (
                  <Cell
                    key={index}
                    visitors={visitors}
                    returned={returned[index]}
                    shown={shown}
                    highest={index === 0 ? undefined : highest}
                  />
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{messages.retention.average}</th>
              <td />
              {means.map((share, index) => (
                <td class="number" key={index}>
                  {share === undefined ? '' : formatPercent(100 * share)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </Scrolled>
      <p class="faint first-cohort">
        {cohorts.length < all.length && `${messages.retention.noneBefore[length](dayOf(first.cohort))} `}
        {messages.retention.averageOf}
      </p>
    </>
  );
}

interface CellProperties {
  visitors: number;
  /** undefined after the end of the period. */
  returned: Returns['returned'][number] | undefined;
  shown: Shown;
  /** The highest share of all cells, which has the darkest shade; undefined for a cell without a shade. */
  highest: number | undefined;
}

function Cell({ visitors, returned, shown, highest }: CellProperties) {
  if (returned === undefined || visitors === 0) return <td />;
  const { count, isComplete } = returned;
  const share = count / visitors;
  // Even the darkest shade keeps the text readable. Few visitors return: the square root distinguishes small shares.
  const shade = highest ? Math.round(40 * Math.sqrt(share / highest)) : 0;
  const words = messages.retention.ofVisitors(
    formatCount(count),
    counted(messages.funnel.owners.visitor, visitors),
  );
  return (
    <td
      class={isComplete ? 'number share' : 'number share incomplete'}
      title={isComplete ? words : messages.numbers.soFar(words)}
      style={{ backgroundColor: `color-mix(in srgb, var(--accent) ${shade}%, transparent)` }}
    >
      {shown === 'shares' ? formatPercent(100 * share) : formatCount(count)}
    </td>
  );
}
