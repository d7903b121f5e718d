import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Markers } from '../annotations/markers.tsx';
import { useNotes } from '../annotations/use-notes.tsx';
import { type Bucket, overTime, type Span } from '../api/reports.ts';
import { pairsOf, withBlanks } from '../charts/bucket-pairs.ts';
import { gapsIn } from '../charts/gaps.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { drawnHeight, insets, startOf } from '../charts/line-options.ts';
import type { Line } from '../charts/metrics.ts';
import { spanName } from '../format/spans.ts';
import { IconButton } from '../icons.tsx';
import { comparedBy } from '../period/comparison.ts';
import { dayIn } from '../period/dates.ts';
import { granularityOf, resolve } from '../period/period.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { useOverTime } from './over-time.tsx';
import { Body, CsvButton } from './panel.tsx';
import { csvOf, SeriesTable } from './series-table.tsx';
import { Tabs } from './tabs.tsx';
import type { Kept } from './use-kept.ts';
import { useBefore } from './use-panel.ts';

interface SeriesProperties {
  metric: Line;
  /** Drawn as bars below the line. */
  bars?: Line | undefined;
  /** The comparison of the headlines. */
  compared: Span | undefined;
  kept: Kept;
  /** Controls at the start of its row. */
  tools?: ComponentChildren;
}

/** A number over time, with the comparison as a line behind it. */
export function Series({ metric, bars, compared, kept, tools }: SeriesProperties) {
  const { view, change, now } = useView();
  const [asTable, setAsTable] = useState(false);
  const { notes, open, dialog } = useNotes();
  const { granularities, untilNow } = resolve(view.period, view.timezone, now);
  const granularity = granularityOf(view, now);
  const { series: current, account, goal } = useOverTime();
  const wanted = { granularity, ...(metric.goalKey && { goal }) };
  const by = comparedBy(view.compare, view.period, view.timezone, now);
  // Behind today is the whole day that it is compared with. Right at its start there is nothing else to compare.
  const behindAsked =
    compared && (view.period === 'today' ? daysOfSpan(compared, view.timezone) : notEmpty(compared));
  // The headlines supply the compared range.
  const behind = useBefore(overTime, behindAsked, wanted);
  const ready = !current.loading && !behind.loading ? (behind.answer?.data ?? []) : [];
  const drawn = ready.some(({ pageviews }) => pageviews > 0) ? ready : [];

  const arrived = (account.loading ? undefined : account.answer?.data.buckets) ?? [];
  const counted = arrived.map(({ bucket, received }) => ({ bucket, count: received }));
  // The last bucket is incomplete.
  const gaps = gapsIn(counted.slice(0, untilNow ? -1 : undefined), granularity === 'hour');
  const known = (buckets: readonly Bucket[]) => buckets.filter(({ bucket }) => Date.parse(bucket) <= now);

  /** The days of the selected range. */
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
              // Reserves its space until it is known.
              '\u00a0'
            ) : (
              <>
                {drawn.length > 0 && (
                  <>
                    <span class="line" /> {metric.words} <span class="line before" />
                  </>
                )}{' '}
                {messages.period.versus(
                  spanName(Date.parse(compared.start), Date.parse(compared.end), view.timezone, now, {
                    weekday: by.parameters.match !== undefined,
                  }),
                )}
                {kept.partly && ` (${kept.partly})`}
                {behind.problem !== undefined && ` (${messages.panels.lineMissing})`}
              </>
            )}
          </p>
        )}
        <span class="spring" />
        {granularities.length > 1 && (
          <Tabs
            label={messages.general.byTab}
            tabs={messages.period.granularities}
            shown={granularities}
            chosen={granularity}
            onChoose={(name) => change({ granularity: name })}
          />
        )}
        <IconButton
          icon="note"
          words={messages.annotations.annotations}
          title={messages.annotations.withKey}
          onClick={open}
        />
        <IconButton
          icon={asTable ? 'chart' : 'table'}
          words={messages.panels.asTable}
          aria-pressed={asTable}
          title={asTable ? messages.panels.asLine : messages.panels.asTable}
          onClick={() => setAsTable(!asTable)}
        />
        <CsvButton
          name={messages.panels.overTime}
          loaded={current}
          text={(buckets) => csvOf(known(buckets), metric)}
        />
      </div>
      <div class="series-body">
        <Body loaded={current} rows={1}>
          {(buckets) => {
            const paired = pairsOf(view.period === 'all' ? fromFirst(buckets) : buckets, drawn, granularity);
            const pairs = withBlanks(paired, { now, first: kept.first }).map((pair) => ({
              ...pair,
              // Its data may have been imported later.
              isGap: pair.current?.pageviews === 0 && gaps.includes(pair.current.bucket),
            }));
            return asTable ? (
              <SeriesTable {...{ pairs, metric, granularity, notes }} />
            ) : (
              <div class="annotated">
                <LineChart
                  {...{ pairs, metric, bars, granularity }}
                  label={messages.numbers.overTime(metric.words)}
                  unfinished={untilNow}
                  onZoom={granularity === 'day' || granularity === 'hour' ? zoom : undefined}
                />
                <Markers
                  notes={notes}
                  buckets={pairs.map(startOf)}
                  insets={insets}
                  height={drawnHeight}
                  onOpen={open}
                />
              </div>
            );
          }}
        </Body>
      </div>
      {dialog}
    </div>
  );
}

const notEmpty = (span: Span) => (span.start < span.end ? span : undefined);

/** The whole days of a range, even of an empty one. */
function daysOfSpan({ start, end }: Span, timezone: string) {
  const first = Date.parse(start);
  return { start: dayIn(timezone, first), end: dayIn(timezone, Math.max(first, Date.parse(end) - 1)) };
}
/** Without the buckets before the first pageview: all time begins long before the site. */
function fromFirst(buckets: readonly Bucket[]): readonly Bucket[] {
  const first = buckets.findIndex(({ pageviews, sessions }) => pageviews + sessions > 0);
  return buckets.slice(Math.max(0, first));
}
