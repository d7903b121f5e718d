import { allOfQuery } from '../api/reports.ts';
import { nothingIn } from '../panels/list.tsx';
import { Body } from '../panels/panel.tsx';
import { useView } from '../url/use-view.ts';
import { LinesChart } from './lines-chart.tsx';
import { metricText, metricWords, sizeOf } from './metrics.ts';
import { drawnMetric, together, useQuery, useValues, valuesFilter } from './use-query.ts';
import { valueWords } from './value-cell.tsx';

const mostLines = 6;

/** A number over time: one line, or one for each of the values with the most of the first number. */
export function Lines() {
  const viewing = useView();
  const { view } = viewing;
  const { explored } = view;
  const [first = ''] = explored.metrics;
  const metric = drawnMetric(explored);
  const other = explored.dimensions.find((name) => name !== 'bucket');
  const whole = useQuery({ dimensions: ['bucket'], metrics: [metric], more: { limit: '1000' } });
  const values = useValues(other, first, mostLines);
  const parts = useQuery(
    other && values.answer?.data.length
      ? {
          dimensions: ['bucket', other],
          metrics: [metric],
          more: { filter: valuesFilter(other, values.answer.data) },
        }
      : undefined,
    allOfQuery,
  );
  const isReady =
    whole.answer && (!other || (values.answer && (values.answer.data.length === 0 || parts.answer)));
  return (
    <Body loaded={{ ...together(whole, values, parts), answer: isReady ? whole.answer : undefined }} rows={9}>
      {(buckets) => {
        const times = buckets.map(({ bucket }) => String(bucket));
        const found = new Map(
          parts.answer?.data.map((row) => [`${row['bucket']}\n${row[other ?? '']}`, sizeOf(row[metric])]),
        );
        // A bucket without a row has none of a count, and no value of a rate.
        const missing = buckets.some((row) => row[metric] === null) ? null : 0;
        const lines = other
          ? (values.answer?.data ?? []).map((value) => ({
              name: valueWords(viewing, other, value),
              values: times.map((time) => found.get(`${time}\n${value}`) ?? missing),
            }))
          : [{ name: metricWords(metric), values: buckets.map((row) => sizeOf(row[metric])) }];
        if (lines.length === 0) return <p class="faint empty">{nothingIn(view)}</p>;
        return (
          <LinesChart
            label={`${metricWords(metric)} over time`}
            times={times.map((time) => valueWords(viewing, 'bucket', time))}
            lines={lines}
            format={(value) => metricText(metric, value)}
          />
        );
      }}
    </Body>
  );
}
