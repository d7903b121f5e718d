import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { Bucket } from '../api/reports.ts';
import { bucketName } from '../format/buckets.ts';
import { formatCount } from '../format/numbers.ts';
import type { Granularity } from '../period/period.ts';
import { chartOptions, linesOf, type Point } from './line-options.ts';

export interface LineChartProperties {
  label: string;
  buckets: readonly Bucket[];
  /** Drawn behind, point for point. */
  behind: readonly Bucket[] | undefined;
  metric: 'pageviews' | 'unique_visitors' | 'sessions';
  granularity: Granularity;
  /** The last point goes on. */
  unfinished: boolean;
  /** Called with the ends of what the reader drew the mouse over. */
  onZoom: ((first: Bucket, last: Bucket) => void) | undefined;
}

const height = 230;
const tipRoom = 130;

/** A line over time. By keyboard it is a slider, which says its points. */
export function LineChart(properties: LineChartProperties) {
  const { label, buckets, behind, metric, granularity, unfinished } = properties;
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const latest = useRef(properties);
  latest.current = properties;
  const [point, setPoint] = useState<Point>();
  const drawings = useThemeChanges();

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const options = chartOptions(element, {
      width: element.clientWidth,
      height,
      latest: () => latest.current,
      onPoint: setPoint,
    });
    const drawn = new uPlot(options, linesOf(latest.current), element);
    chart.current = drawn;
    const watcher = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height }));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      drawn.destroy();
      chart.current = null;
    };
  }, [drawings]);

  useEffect(() => {
    chart.current?.setData(linesOf({ buckets, behind, metric, unfinished }));
  }, [buckets, behind, metric, unfinished]);

  const words = (index: number) => {
    const bucket = buckets[index];
    if (bucket === undefined) return '';
    const before = behind?.[index];
    return [
      `${bucketName(bucket.bucket, granularity)}: ${formatCount(bucket[metric])}`,
      before ? `${bucketName(before.bucket, granularity)}: ${formatCount(before[metric])}` : '',
    ]
      .filter(Boolean)
      .join(', ');
  };
  const index = Math.min(point?.index ?? buckets.length - 1, buckets.length - 1);
  const move = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, index, buckets.length);
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
      aria-valuemin={0}
      aria-valuemax={Math.max(0, buckets.length - 1)}
      aria-valuenow={Math.max(0, index)}
      aria-valuetext={words(index)}
      onKeyDown={move}
    >
      <div ref={host} class="canvas" style={{ blockSize: `${height}px` }} />
      {point !== undefined && buckets[point.index] !== undefined && (
        <PointTip {...properties} point={point} />
      )}
    </div>
  );
}

/** Beside the point at the edges of the chart, above it elsewhere. */
function PointTip({ buckets, behind, metric, granularity, point }: LineChartProperties & { point: Point }) {
  const { index, left, width } = point;
  const [bucket, before] = [buckets[index], behind?.[index]];
  const side = left < tipRoom ? 'start' : left > width - tipRoom ? 'end' : '';
  return (
    <div class={`tip ${side}`} aria-hidden="true" style={{ insetInlineStart: `${left}px` }}>
      {bucket && (
        <p>
          <strong>{formatCount(bucket[metric])}</strong> {bucketName(bucket.bucket, granularity)}
        </p>
      )}
      {before && (
        <p class="faint">
          <strong>{formatCount(before[metric])}</strong> {bucketName(before.bucket, granularity)}
        </p>
      )}
    </div>
  );
}

function keyTarget(key: string, index: number, count: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.max(0, Math.min(count - 1, target));
}

/** Counts up when the page's colours change: a canvas does not take them by itself. */
function useThemeChanges(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const changed = () => setCount((before) => before + 1);
    document.addEventListener('themechange', changed);
    system.addEventListener('change', changed);
    return () => {
      document.removeEventListener('themechange', changed);
      system.removeEventListener('change', changed);
    };
  }, []);
  return count;
}
