import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { type Bucket, overTime } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { bucketName } from '../format/buckets.ts';
import { formatCount, none } from '../format/numbers.ts';
import { Icon } from '../icons.tsx';
import { type Granularity, resolve } from '../period/period.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { Body, CsvButton } from './panel.tsx';
import { Tabs } from './tabs.tsx';

export const metrics = {
  unique_visitors: 'Visitors',
  sessions: 'Visits',
  pageviews: 'Pageviews',
} as const;
export type Metric = keyof typeof metrics;

const granularityNames: Readonly<Record<Granularity, string>> = {
  hour: 'Hours',
  day: 'Days',
  week: 'Weeks',
  month: 'Months',
};

/** A number over time, with as long a time before it as a line behind. */
export function Series({ metric }: { metric: Metric }) {
  const { view, change, now } = useView();
  const [asTable, setAsTable] = useState(false);
  const { asked, before, granularities, untilNow } = resolve(view.period, view.timezone, now);
  const granularity = granularities.find((one) => one === view.granularity) ?? granularities[0];
  const current = useReport(overTime, questionOf(view, asked, { granularity }), now);
  const previous = useReport(
    overTime,
    view.compare ? questionOf(view, before, { granularity }) : undefined,
    now,
  );
  const earlier = view.compare && !previous.loading ? previous.answer?.data : undefined;
  const behind = earlier?.some(({ pageviews }) => pageviews > 0) ? earlier : undefined;

  /** Part of the line, as the days that it covers. */
  const zoom = (first: Bucket, last: Bucket) => {
    const days = { first: first.bucket.slice(0, 10), last: last.bucket.slice(0, 10) };
    change({ period: days, granularity: undefined });
  };

  return (
    <div class="series">
      <div class="series-tools">
        {granularities.length > 1 && (
          <Tabs
            label="By"
            tabs={granularityNames}
            shown={granularities}
            chosen={granularity}
            onChoose={(name) => change({ granularity: name })}
          />
        )}
        <span class="spring" />
        {behind && (
          <span class="legend faint">
            <span class="line" /> {metrics[metric]} <span class="line before" /> the time before
          </span>
        )}
        <button
          type="button"
          class="quiet icon"
          aria-pressed={asTable}
          aria-label="Show as a table"
          title={asTable ? 'Show as a line' : 'Show as a table'}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon name={asTable ? 'chart' : 'table'} />
        </button>
        <CsvButton name="over time" text={current.answer && (() => csvOf(current.answer?.data ?? []))} />
      </div>
      <div class="series-body">
        <Body loaded={current} rows={1}>
          {(buckets) =>
            asTable ? (
              <SeriesTable {...{ buckets, behind, granularity }} />
            ) : (
              <LineChart
                label={`${metrics[metric]} over time`}
                buckets={buckets}
                behind={behind}
                metric={metric}
                granularity={granularity}
                unfinished={untilNow}
                onZoom={granularity === 'day' || granularity === 'hour' ? zoom : undefined}
              />
            )
          }
        </Body>
      </div>
    </div>
  );
}

function csvOf(buckets: readonly Bucket[]): string {
  return toCsv(
    ['bucket', 'pageviews', 'unique_visitors', 'sessions'],
    buckets.map((of) => [of.bucket, of.pageviews, of.unique_visitors, of.sessions]),
  );
}

interface TableProperties {
  buckets: readonly Bucket[];
  behind: readonly Bucket[] | undefined;
  granularity: Granularity;
}

function SeriesTable({ buckets, behind, granularity }: TableProperties) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: by keyboard it can be scrolled only when it can have the focus
    <section class="scrolled" tabIndex={0} aria-label="Over time, as a table">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{granularityNames[granularity]}</th>
            <th scope="col" class="number">
              Visitors
            </th>
            <th scope="col" class="number">
              Visits
            </th>
            <th scope="col" class="number">
              Pageviews
            </th>
            {behind && (
              <th scope="col" class="number">
                Pageviews before
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {buckets.map((of, index) => (
            <tr key={of.bucket}>
              <th scope="row">{bucketName(of.bucket, granularity)}</th>
              <td class="number">{formatCount(of.unique_visitors)}</td>
              <td class="number">{formatCount(of.sessions)}</td>
              <td class="number">{formatCount(of.pageviews)}</td>
              {behind && (
                <td class="number faint">
                  {behind[index] === undefined ? none : formatCount(behind[index].pageviews)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
