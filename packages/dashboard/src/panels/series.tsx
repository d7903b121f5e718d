import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { AnnotationsDialog } from '../annotations/annotations.tsx';
import { Markers } from '../annotations/markers.tsx';
import { bucketOf } from '../annotations/place.ts';
import { toCsv } from '../api/csv.ts';
import {
  type Annotation,
  annotations,
  type Bucket,
  type Granularity,
  overTime,
  type Span,
} from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { type BucketPair, pairsOf } from '../charts/bucket-pairs.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { type Metric, metricNames, metrics } from '../charts/metrics.ts';
import { bucketName } from '../format/buckets.ts';
import { none } from '../format/numbers.ts';
import { spanName } from '../format/spans.ts';
import { Icon } from '../icons.tsx';
import { comparedBy, comparisonText } from '../period/comparison.ts';
import { resolve } from '../period/period.ts';
import { useShortcuts } from '../shortcuts/use-shortcut.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { sinceWords } from './growth.tsx';
import { Foreign } from './list.tsx';
import { Body, CsvButton } from './panel.tsx';
import { Scrolled } from './scrolled.tsx';
import { Tabs } from './tabs.tsx';
import type { Since } from './use-data-since.ts';
import { subjectOf, useViewReport } from './use-panel.ts';

export const granularityNames: Readonly<Record<Granularity, string>> = {
  hour: 'Hours',
  day: 'Days',
  week: 'Weeks',
  month: 'Months',
};

interface SeriesProperties {
  metric: Metric;
  /** The comparison of the headlines. */
  compared: Span | undefined;
  /** Since when there is data, if it began after the comparison did. */
  since: Since | null | undefined;
  /** Controls at the start of its row. */
  tools?: ComponentChildren;
}

/** A number over time, with the comparison as a line behind it. */
export function Series({ metric, compared, since, tools }: SeriesProperties) {
  const { view, change, now } = useView();
  const { asked: period, granularities, untilNow } = resolve(view.period, view.timezone, now);
  const [asTable, setAsTable] = useState(false);
  const [listed, setListed] = useState(false);
  const all = { limit: 'all' };
  const annotated = useReport(
    annotations,
    questionOf(view, period, all),
    now,
    subjectOf(view, now, all),
    true,
  );
  const notes = annotated.answer?.data ?? [];
  useShortcuts((key) => key === '+' && setListed(true));
  const granularity = granularities.find((one) => one === view.granularity) ?? granularities[0];
  const current = useViewReport(overTime, { granularity });
  const by = comparedBy(view.compare, view.period, view.timezone, now);
  // At the very start of a day there is nothing to compare with.
  const asked = compared && compared.start < compared.end ? compared : undefined;
  // Not requested when time moves on: the headlines supply the compared range.
  const behind = useReport(
    overTime,
    asked && questionOf(view, asked, { granularity }),
    0,
    subjectOf(view, now, { compare: comparisonText(view.compare), granularity }),
  );
  const ready = !current.loading && !behind.loading ? (behind.answer?.data ?? []) : [];
  const drawn = ready.some(({ pageviews }) => pageviews > 0) ? ready : [];

  /** The days of a selected part of the line. */
  const zoom = (first: Bucket, last: Bucket) => {
    const days = { first: first.bucket.slice(0, 10), last: last.bucket.slice(0, 10) };
    change({ period: days, granularity: undefined });
  };

  return (
    <div class="series">
      <div class="series-tools">
        {tools}
        {by && (
          <p class="legend faint">
            {compared === undefined ? (
              // Its space, while it is not known.
              '\u00a0'
            ) : (
              <>
                {drawn.length > 0 && (
                  <>
                    <span class="line" /> {metrics[metric].words} <span class="line before" />
                  </>
                )}{' '}
                vs.{' '}
                {spanName(Date.parse(compared.start), Date.parse(compared.end), view.timezone, now, {
                  weekday: by.parameters.match !== undefined,
                })}
                {since && ` (data ${sinceWords(since)})`}
                {behind.problem !== undefined && ' (its line could not be loaded)'}
              </>
            )}
          </p>
        )}
        <span class="spring" />
        {granularities.length > 1 && (
          <Tabs
            label="By"
            tabs={granularityNames}
            shown={granularities}
            chosen={granularity}
            onChoose={(name) => change({ granularity: name })}
          />
        )}
        <button
          type="button"
          class="quiet icon"
          aria-label="Annotations"
          title="Annotations (+)"
          onClick={() => setListed(true)}
        >
          <Icon name="note" />
        </button>
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
          {(buckets) => {
            const pairs = pairsOf(view.period === 'all' ? fromFirst(buckets) : buckets, drawn, granularity);
            return asTable ? (
              <SeriesTable {...{ pairs, metric, granularity, notes }} />
            ) : (
              <div class="annotated">
                <LineChart
                  {...{ pairs, metric, granularity }}
                  label={`${metrics[metric].words} over time`}
                  unfinished={untilNow}
                  onZoom={granularity === 'day' || granularity === 'hour' ? zoom : undefined}
                />
                <Markers notes={notes} buckets={startsOf(pairs)} onOpen={() => setListed(true)} />
              </div>
            );
          }}
        </Body>
      </div>
      {listed && (
        <AnnotationsDialog
          notes={notes}
          total={annotated.answer?.meta.total ?? 0}
          onChange={annotated.retry}
          onClose={() => setListed(false)}
        />
      )}
    </div>
  );
}

/** The starts of the buckets that are drawn; a compared range may go on behind them. */
const startsOf = (pairs: readonly BucketPair[]) =>
  pairs.map(({ current, compared }) => current?.bucket ?? compared?.bucket ?? '');

/** Without the buckets before the first pageview: all time begins long before the site. */
function fromFirst(buckets: readonly Bucket[]): readonly Bucket[] {
  const first = buckets.findIndex(({ pageviews, sessions }) => pageviews + sessions > 0);
  return buckets.slice(Math.max(0, first));
}

function csvOf(buckets: readonly Bucket[]): string {
  return toCsv(
    ['bucket', ...metricNames],
    buckets.map((of) => [of.bucket, ...metricNames.map((name) => of[name])]),
  );
}

interface TableProperties {
  pairs: readonly BucketPair[];
  metric: Metric;
  granularity: Granularity;
  notes: readonly Annotation[];
}

function SeriesTable({ pairs, metric, granularity, notes }: TableProperties) {
  // What is no count of the summary has its column when it is the one that is drawn.
  const columns = metricNames.filter(
    (name) => name === metric || (name !== 'returning_visitors' && metrics[name].isCount),
  );
  const isCompared = pairs.some(({ compared }) => compared);
  const starts = startsOf(pairs).map((start) => Date.parse(start));
  const textsAt = (index: number) =>
    notes.flatMap((note) => (bucketOf(note, starts) === index ? note.text : []));
  const cell = (bucket: Bucket | undefined, name: Metric) =>
    bucket ? metrics[name].format(bucket[name]) : none;
  return (
    <Scrolled label="Over time, as a table" low>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{granularityNames[granularity]}</th>
            {columns.map((name) => (
              <th scope="col" class="number" key={name}>
                {metrics[name].words}
              </th>
            ))}
            {isCompared && (
              <th scope="col" class="number">
                {metrics[metric].words} compared
              </th>
            )}
            {notes.length > 0 && <th scope="col">Annotations</th>}
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ current, compared }, index) => (
            <tr key={index}>
              <th scope="row">{current ? bucketName(current.bucket, granularity) : none}</th>
              {columns.map((name) => (
                <td class="number" key={name}>
                  {cell(current, name)}
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
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
