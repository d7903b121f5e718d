import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { Bucket } from '../api/reports.ts';
import { bucketName, isOfYears } from '../format/buckets.ts';
import { formatGrowth, formatPoints } from '../format/numbers.ts';
import { messages } from '../words/words.ts';
import type { BucketPair } from './bucket-pairs.ts';
import type { Drawing } from './drawing.ts';
import { chartOptions, height, keyTarget, lastOf, linesOf, type Point } from './line-options.ts';
import type { Line } from './metrics.ts';

interface LineChartProperties extends Drawing {
  label: string;
}

/** A line over time. For the keyboard it is a slider, which announces its points. */
export function LineChart(properties: LineChartProperties) {
  const { label, pairs, metric, bars, granularity, unfinished } = properties;
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const latest = useRef(properties);
  latest.current = properties;
  const [point, setPoint] = useState<Point>();
  const drawings = useThemeChanges();

  // At once: a page is printed right after it adopts the colours of paper.
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const options = chartOptions(element, {
      width: widthOf(element),
      latest: () => latest.current,
      onPoint: setPoint,
    });
    const drawn = new uPlot(options, linesOf(latest.current), element);
    chart.current = drawn;
    const watcher = new ResizeObserver(() => drawn.setSize({ width: widthOf(element), height }));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      drawn.destroy();
      chart.current = null;
    };
  }, [drawings]);

  useEffect(() => {
    chart.current?.setData(linesOf({ pairs, metric, bars, unfinished }));
  }, [pairs, metric, bars, unfinished]);

  const bucketsOf = ({ current, compared }: BucketPair) => [current ?? [], compared ?? []].flat();
  const withYear = isOfYears(pairs.flatMap(bucketsOf).map(({ bucket }) => bucket));
  const nameOf = ({ bucket }: Bucket) => bucketName(bucket, granularity, withYear);
  const words = (pair: BucketPair) =>
    bucketsOf(pair)
      .map((bucket) => `${nameOf(bucket)}${messages.general.colon}${metric.format(metric.of(bucket))}`)
      .join(', ');
  const places = pairs.flatMap(({ current, compared }, place) => ((current ?? compared) ? place : []));
  const [first = 0, last = first] = [places[0], places.at(-1)];
  const index = Math.min(point?.index ?? lastOf(pairs), last);
  const pair = pairs[index];
  const move = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, index, places);
    if (target === undefined || chart.current === null) return;
    event.preventDefault();
    chart.current.setCursor({ left: chart.current.valToPos(target, 'x'), top: 0 });
  };

  return (
    <div
      class="line-chart"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={first}
      aria-valuemax={last}
      aria-valuenow={Math.max(first, index)}
      aria-valuetext={pair ? words(pair) : ''}
      onKeyDown={move}
    >
      <div ref={host} class="canvas" style={{ blockSize: `${height}px` }} />
      {point !== undefined && pair !== undefined && (
        <>
          <span class="hairline" style={{ insetInlineStart: `${point.left}px` }} />
          <PointTip {...properties} {...{ pair, point, nameOf }} />
        </>
      )}
    </div>
  );
}

const gap = 12;
const widestTip = 230;

interface Pointed {
  pair: BucketPair;
  point: Point;
  nameOf: (bucket: Bucket) => string;
}

/** Placed next to the point, on the side with enough room, never over it. */
function PointTip(properties: LineChartProperties & Pointed) {
  const { pair, metric, bars, granularity, pairs, unfinished, nameOf } = properties;
  const { index, left, width } = properties.point;
  const { current, compared } = pair;
  // On a narrow chart, half its width, so that one side always has enough room.
  const widest = Math.min(widestTip, width / 2 - gap);
  const isLeft = left + gap + widest > width;
  const isIncomplete = unfinished && index === lastOf(pairs);
  const { words, format } = metric;
  // The running hour would be compared with a whole one.
  const growth = isIncomplete && granularity === 'hour' ? undefined : growthIn(pair, metric);
  const below = current && bars?.of(current);
  return (
    <div
      class={`tip ${isLeft ? 'left' : ''}`}
      aria-hidden="true"
      style={{ insetInlineStart: `${isLeft ? left - gap : left + gap}px`, maxInlineSize: `${widest}px` }}
    >
      <p class="title">
        <strong>{words}</strong> {growth !== undefined && <span>{growth}</span>}
      </p>
      {current && (
        <p>
          <span class="line" />
          <span>{isIncomplete ? messages.numbers.soFar(nameOf(current)) : nameOf(current)}</span>
          <strong>{format(metric.of(current))}</strong>
        </p>
      )}
      {compared && (
        <p class="faint">
          <span class="line before" />
          <span>{nameOf(compared)}</span>
          <strong>{format(metric.of(compared))}</strong>
        </p>
      )}
      {bars && typeof below === 'number' && (
        <p>
          <span class="line bars" />
          <span>{bars.words}</span>
          <strong>{bars.format(below)}</strong>
        </p>
      )}
      {pair.isGap && <p class="problem">{messages.numbers.noData}</p>}
    </div>
  );
}

/** The change of a point; of a percentage, in points. @returns undefined without a comparison */
function growthIn({ current, compared }: BucketPair, metric: Line): string | undefined {
  const [value, before] = [current && metric.of(current), compared && metric.of(compared)];
  if (typeof value !== 'number' || typeof before !== 'number') return undefined;
  if (metric.ofPercentage) return `${formatPoints(value - before)} ${messages.numbers.points}`;
  return before > 0 ? formatGrowth((100 * value) / before - 100) : undefined;
}

const media = (query: string) => matchMedia(query);

/** A page is laid out for paper after the chart is drawn for it: a card on A4 is 848 pixels wide inside. */
const widthOf = (element: HTMLElement) => (media('print').matches ? 848 : element.clientWidth);

/** Counts up when the page's colours change, also for paper: a canvas does not adopt them by itself. */
function useThemeChanges(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const others = ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print'].map(media);
    const changed = () => setCount((before) => before + 1);
    const gone = new AbortController();
    document.addEventListener('themechange', changed, { signal: gone.signal });
    for (const other of others) other.addEventListener('change', changed, { signal: gone.signal });
    return () => gone.abort();
  }, []);
  return count;
}
