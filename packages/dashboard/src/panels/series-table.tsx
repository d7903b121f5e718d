import { bucketOf } from '../annotations/place.ts';
import { textOf } from '../annotations/words.ts';
import { toCsv } from '../api/csv.ts';
import type { Annotation, Bucket, Granularity } from '../api/reports.ts';
import type { BucketPair } from '../charts/bucket-pairs.ts';
import { startOf } from '../charts/line-options.ts';
import { type Line, lineOf, metricNames, metrics } from '../charts/metrics.ts';
import { bucketName, isOfYears } from '../format/buckets.ts';
import { none } from '../format/numbers.ts';
import { messages } from '../words/words.ts';
import { Foreign } from './list.tsx';
import { Scrolled } from './scrolled.tsx';

export function csvOf(buckets: readonly Bucket[], metric: Line): string {
  const { goalKey } = metric;
  return toCsv(
    ['bucket', ...metricNames, ...(goalKey ? [goalKey] : [])],
    buckets.map((one) => {
      const { goals: _, ...numbers } = one;
      return { ...numbers, ...(goalKey && { [goalKey]: metric.of(one) }) };
    }),
  );
}

interface TableProperties {
  pairs: readonly BucketPair[];
  metric: Line;
  granularity: Granularity;
  notes: readonly Annotation[];
}

/** A number over time, in rows. */
export function SeriesTable({ pairs, metric, granularity, notes }: TableProperties) {
  // A metric outside the summary has a column when it is drawn.
  const counts = metricNames
    .filter((name) => name !== 'returning_visitors' && metrics()[name].isCount)
    .map(lineOf);
  const columns = counts.some(({ words }) => words === metric.words) ? counts : [...counts, metric];
  const isCompared = pairs.some(({ compared }) => compared);
  const starts = pairs.map((pair) => Date.parse(startOf(pair)));
  const withYear = isOfYears(pairs.flatMap((pair) => startOf(pair) || []));
  const textsAt = (index: number) =>
    notes.flatMap((note) => (bucketOf(note, starts) === index ? textOf(note) : []));
  const cell = (bucket: Bucket | undefined, line: Line) => (bucket ? line.format(line.of(bucket)) : none);
  return (
    <Scrolled label={messages.panels.overTimeTable} low>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{messages.period.granularities[granularity]}</th>
            {columns.map(({ words }) => (
              <th scope="col" class="number" key={words}>
                {words}
              </th>
            ))}
            {isCompared && (
              <th scope="col" class="number">
                {messages.numbers.compared(metric.words)}
              </th>
            )}
            {notes.length > 0 && <th scope="col">{messages.annotations.annotations}</th>}
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair, index) => {
            const { current, compared } = pair;
            return (
              <tr key={index}>
                <th scope="row">{startOf(pair) ? bucketName(startOf(pair), granularity, withYear) : none}</th>
                {columns.map((line) => (
                  <td class="number" key={line.words}>
                    {cell(current, line)}
                  </td>
                ))}
                {isCompared && (
                  <td class="number faint" title={compared && bucketName(compared.bucket, granularity, true)}>
                    {cell(compared, metric)}
                  </td>
                )}
                {notes.length > 0 && (
                  <td>
                    <Foreign text={textsAt(index).join('; ')} />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scrolled>
  );
}
