import type uPlot from 'uplot';
import type { Bucket, Granularity } from '../api/reports.ts';
import { tickName } from '../format/buckets.ts';
import type { BucketPair } from './bucket-pairs.ts';
import type { Line } from './metrics.ts';

/** The content of the chart. */
export interface Drawing {
  pairs: readonly BucketPair[];
  metric: Line;
  /** Drawn as bars below the line, by a scale of their own. */
  bars?: Line | undefined;
  granularity: Granularity;
  /** Whether the last point is still incomplete. */
  unfinished: boolean;
  /** Called with the ends of the range that the reader selected with the mouse. */
  onZoom: ((first: Bucket, last: Bucket) => void) | undefined;
}

type Drawn = Pick<Drawing, 'pairs' | 'metric' | 'bars' | 'unfinished'>;

/**
 * Points are at 0, 1, 2, ...: the buckets' names already account for time of day and clock changes.
 * @returns positions, the bars, the comparison line, the line, and its incomplete last segment
 */
export function linesOf({ pairs, metric, bars, unfinished }: Drawn): uPlot.AlignedData {
  const last = lastOf(pairs);
  const isIncomplete = unfinished && last > 0;
  const valuesOf = (line: Line) => pairs.map(({ current }) => (current ? line.of(current) : null));
  const current = valuesOf(metric);
  return [
    pairs.map((_, index) => index),
    bars ? valuesOf(bars) : pairs.map(() => null),
    pairs.map(({ compared }) => (compared ? metric.of(compared) : null)),
    current.map((value, index) => (isIncomplete && index === last ? null : value)),
    current.map((value, index) => (isIncomplete && index >= last - 1 ? value : null)),
  ];
}

/** The end of the line; the comparison line may be longer. */
export const lastOf = (pairs: readonly BucketPair[]) =>
  pairs.findLastIndex(({ current }) => current !== undefined);

/** The start of a position's bucket, whether it has numbers or not. */
export const startOf = ({ current, compared, blank }: BucketPair) =>
  current?.bucket ?? blank ?? compared?.bucket ?? '';

/** The point under the pointer, its distance from the left, and the chart's width, in pixels. */
export interface Point {
  index: number;
  left: number;
  width: number;
}

interface Setup {
  width: number;
  height: number;
  paths: typeof uPlot.paths;
  /** The current data: options are created once, data change. */
  latest: () => Drawing;
  /** Called with the point under the pointer and its position in pixels. */
  onPoint: (point: Point | undefined) => void;
}

const font = '12px Inter, system-ui, sans-serif';
const axisWidth = 48;

export function chartOptions(
  host: HTMLElement,
  { width, height, paths, latest, onPoint }: Setup,
): uPlot.Options {
  const colour = (name: string) => colourOf(host, name);
  const axis = { stroke: colour('faint'), font, ticks: { show: false } };
  const gapColour = colour('control');
  const grid = { stroke: colour('line'), width: 1 };
  const points = { size: 6, fill: colour('accent') };
  const drawBars = paths.bars?.({ size: [0.5, 24] });
  // Only the hour that a day of 23 hours skips has no point.
  const line = { stroke: colour('accent'), width: 2, points, spanGaps: true };
  return {
    width,
    height,
    legend: { show: false },
    padding: [10, 30, 0, 0],
    scales: {
      x: { time: false },
      y: { range: (_, __, most) => [0, topOf(latest(), most)] },
      // Bars take the lowest quarter.
      bars: { range: (_, __, most) => [0, 4 * (most || 1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        splits: () => ticksOf(latest(), host.clientWidth),
        values: (_, places) => {
          const { pairs, granularity } = latest();
          return places.map((place) => {
            const pair = pairs[place];
            return pair ? tickName(startOf(pair), granularity) : '';
          });
        },
      },
      {
        ...axis,
        grid,
        size: axisWidth,
        splits: (_, __, ___, top) => [0, top / 4, top / 2, (3 * top) / 4, top],
        values: (_, places) => {
          const { isCount, short, atAxis = short } = latest().metric;
          return places.map((place) => (isCount && !Number.isInteger(place) ? '' : atAxis(place)));
        },
      },
    ],
    series: [
      {},
      {
        scale: 'bars',
        ...(drawBars && { paths: drawBars }),
        fill: colour('bar-chosen'),
        points: { show: false },
      },
      { stroke: colour('before'), width: 1.5, points: { show: false }, spanGaps: true },
      { ...line, fill: colour('fill') },
      { ...line, dash: [4, 4] },
    ],
    cursor: {
      // The hairline is drawn here: uPlot's follows the pointer, but the dots are at the points.
      x: false,
      y: false,
      drag: { x: latest().onZoom !== undefined, y: false, setScale: false },
      points: { size: (_, at) => (at === 1 ? 0 : 8) },
    },
    hooks: {
      drawClear: [(chart) => hatch(chart, latest(), gapColour)],
      setCursor: [
        (chart) => {
          const { idx, left = -1 } = chart.cursor;
          const pair = latest().pairs[idx ?? -1];
          if (idx == null || left < 0 || !(pair?.current ?? pair?.compared)) onPoint(undefined);
          // Rounded as uPlot rounds the position of its dots.
          else
            onPoint({
              index: idx,
              left: axisWidth + Math.ceil(chart.valToPos(idx, 'x')),
              width: chart.width,
            });
        },
      ],
      setSelect: [
        (chart) => {
          const { left, width: drawn } = chart.select;
          const { pairs, onZoom } = latest();
          const [first, last] = [left, left + drawn].map((place) => pairs[chart.posToIdx(place)]?.current);
          if (drawn > 10 && first && last) onZoom?.(first, last);
          if (drawn > 0) chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/** Hatches the places of buckets in which nothing arrived. */
function hatch({ ctx, bbox, valToPos }: uPlot, { pairs }: Drawing, colour: string): void {
  pairs.forEach(({ isGap }, index) => {
    if (!isGap) return;
    const [from, until] = [index - 0.5, index + 0.5].map((place) =>
      Math.max(bbox.left, Math.min(bbox.left + bbox.width, valToPos(place, 'x', true))),
    );
    if (from === undefined || until === undefined) return;
    ctx.save();
    ctx.strokeStyle = colour;
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    ctx.rect(from, bbox.top, until - from, bbox.height);
    ctx.clip();
    ctx.beginPath();
    for (let left = from - bbox.height; left < until; left += 7 * devicePixelRatio) {
      ctx.moveTo(left, bbox.top + bbox.height);
      ctx.lineTo(left + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  });
}

/** A canvas needs a plain colour, not `light-dark()`: so an element's computed style resolves it. */
function colourOf(host: HTMLElement, name: string): string {
  const probe = host.appendChild(document.createElement('i'));
  probe.style.color = `var(--${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The top of the scale: 100 for percentages at most, and for counts a number whose quarters are whole. */
function topOf({ metric }: Drawing, most: number | null): number {
  const { isCount, ofPercentage } = metric;
  const top = niceTop(most || 1);
  if (ofPercentage) return Math.min(100, top);
  return isCount ? Math.max(4, top) : top;
}

/** Rounds up to 1, 2, 4, 6 or 8 times a power of ten, because from 4 on their quarters are whole. */
export function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const steps = [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10];
  return power * (steps.find((step) => step * power >= most) ?? 10);
}

/** As many names as fit; only at the starts of days if the points are hours of several days. */
function ticksOf({ pairs, granularity }: Drawing, width: number): number[] {
  const all = pairs.map((_, index) => index);
  const days = all.filter((index) => {
    const pair = pairs[index];
    return pair && startOf(pair).includes('T00:00');
  });
  const candidates = granularity === 'hour' && days.length > 2 ? days : all;
  const step = Math.max(1, Math.ceil(candidates.length / Math.max(2, (width - axisWidth) / 76)));
  return candidates.filter((_, index) => index % step === 0);
}
