import type uPlot from 'uplot';
import { tickName } from '../format/buckets.ts';
import { drawBars, hatch } from './behind-line.ts';
import type { BucketPair } from './bucket-pairs.ts';
import type { Drawing } from './drawing.ts';
import type { Line } from './metrics.ts';

type Drawn = Pick<Drawing, 'pairs' | 'metric' | 'bars' | 'unfinished'>;

/**
 * Points are at 0, 1, 2, ...: the buckets' names already account for time of day and clock changes.
 * @returns positions, the bars, the comparison line, the line, and its incomplete last segment
 */
export function linesOf({ pairs, metric, bars, unfinished }: Drawn): uPlot.AlignedData {
  const last = lastOf(pairs);
  const isIncomplete = unfinished && last > 0;
  const valuesOf = (line: Line) => pairs.map(({ current }) => (current ? line.of(current) : null));
  const [whole, running] = inParts(valuesOf(metric), last, isIncomplete);
  return [
    pairs.map((_, index) => index),
    bars ? valuesOf(bars).map((value) => value && Math.max(0, value)) : pairs.map(() => null),
    pairs.map(({ compared }) => (compared ? metric.of(compared) : null)),
    whole,
    running,
  ];
}

/** A line as two: as far as its buckets are over, and the segment that ends in the running one. */
export const inParts = (
  values: readonly (number | null)[],
  last: number,
  isIncomplete: boolean,
): [whole: (number | null)[], running: (number | null)[]] => [
  values.map((value, index) => (isIncomplete && index === last ? null : value)),
  values.map((value, index) => (isIncomplete && index >= last - 1 ? value : null)),
];

/** The end of the line; the comparison line may be longer. */
export const lastOf = (pairs: readonly BucketPair[]) =>
  pairs.findLastIndex(({ current }) => current !== undefined);

/** Empty for a place that only the comparison has. */
export const startOf = ({ current, blank }: BucketPair) => current?.bucket ?? blank ?? '';

/** The point under the pointer, its distance from the left, and the chart's width, in pixels. */
export interface Point {
  index: number;
  left: number;
  width: number;
}

interface Setup {
  width: number;
  /** The current data: options are created once, data changes. */
  latest: () => Drawing;
  onPoint: (point: Point | undefined) => void;
}

const font = '12px Inter, system-ui, sans-serif';
/** The least width; longer labels, such as `1,5 Mrd. €`, take more. */
const axisWidth = 48;
const axisHeight = 26;
const [above, right] = [10, 30];
export const height = 230;
/** From the axis to the top of the scale. */
export const drawnHeight = height - above - axisHeight;
/** The position of the line within the chart, for elements over it. */
export const insets = `${above}px ${right}px ${axisHeight}px var(--axis)`;

export function chartOptions(host: HTMLElement, { width, latest, onPoint }: Setup): uPlot.Options {
  const colour = (name: string) => colourOf(host, name);
  const axis = { stroke: colour('faint'), font, ticks: { show: false } };
  const [gapColour, barColour] = [colour('control'), colour('bar-chosen')];
  const grid = { stroke: colour('line'), width: 1 };
  const points = { size: 6, fill: colour('accent') };
  // Only the hour that a day of 23 hours skips has no point.
  const line = { stroke: colour('accent'), width: 2, points, spanGaps: true };
  return {
    width,
    height,
    legend: { show: false },
    padding: [above, right, 0, 0],
    scales: {
      x: { time: false },
      y: {
        range(_, least, most) {
          const [bottom, top] = scaleOf(least ?? 0, most ?? 0);
          // The quarters of a count are whole.
          return [bottom, latest().metric.isCount ? Math.max(4, top) : top];
        },
      },
      // Bars take the lowest quarter.
      bars: { range: (_, __, most) => [0, 4 * (most || 1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: axisHeight,
        splits: () => ticksOf(latest(), host.clientWidth),
        values: (_, places) => {
          const { pairs, granularity } = latest();
          return places.map((place) => {
            const pair = pairs[place];
            const start = pair && (startOf(pair) || pair.compared?.bucket);
            return start ? tickName(start, granularity) : '';
          });
        },
      },
      {
        ...axis,
        grid,
        size({ ctx }, labels) {
          // uPlot remembers the font that it has set, which is larger on a dense screen.
          const { font: kept } = ctx;
          ctx.font = font;
          const widest = Math.max(0, ...(labels ?? []).map((label) => ctx.measureText(label).width));
          ctx.font = kept;
          return Math.max(axisWidth, Math.ceil(widest) + 10);
        },
        splits: (_, __, bottom, top) =>
          bottom < 0 ? [bottom, 0, top] : [0, top / 4, top / 2, (3 * top) / 4, top],
        values: (_, places) => {
          const { isCount, short, atAxis = short } = latest().metric;
          return places.map((place) => (isCount && !Number.isInteger(place) ? '' : atAxis(place)));
        },
      },
    ],
    series: [
      {},
      // Drawn by `drawBars`: uPlot cuts the first and the last one at the ends of the scale.
      { scale: 'bars', paths: () => null, points: { show: false } },
      { stroke: colour('before'), width: 1.5, points: { show: false }, spanGaps: true },
      { ...line, fill: colour('fill') },
      { ...line, dash: [4, 4] },
    ],
    cursor: {
      // The hairline is drawn here: uPlot's follows the pointer, but the dots are at the points.
      x: false,
      y: false,
      drag: { y: false, setScale: false },
      points: { size: (_, at) => (at === 1 ? 0 : 8) },
    },
    hooks: {
      drawClear: [
        (chart) => {
          const whole = host.closest<HTMLElement>('.annotated');
          whole?.style.setProperty('--axis', `${leftOf(chart)}px`);
          hatch(chart, latest(), gapColour);
        },
      ],
      // Only days and hours are zoomed into.
      setData: [(chart) => Object.assign(chart.cursor.drag ?? {}, { x: latest().onZoom !== undefined })],
      drawAxes: [(chart) => drawBars(chart, latest(), barColour)],
      setCursor: [
        (chart) => {
          const { idx, left = -1 } = chart.cursor;
          const pair = latest().pairs[idx ?? -1];
          if (idx == null || left < 0 || !(pair?.current ?? pair?.compared)) onPoint(undefined);
          // Rounded as uPlot rounds the position of its dots.
          else
            onPoint({
              index: idx,
              left: leftOf(chart) + Math.ceil(chart.valToPos(idx, 'x')),
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

/** The width of the axis, pixels. */
const leftOf = ({ bbox }: uPlot) => bbox.left / devicePixelRatio;

/** A canvas needs a plain colour, not `light-dark()`: so an element's computed style resolves it. */
function colourOf(host: HTMLElement, name: string): string {
  const probe = host.appendChild(document.createElement('i'));
  probe.style.color = `var(--${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** @param places the points with numbers, in order @returns the one that a key leads to; undefined for another key */
export function keyTarget(key: string, index: number, places: readonly number[]): number | undefined {
  const targets: Readonly<Record<string, number | undefined>> = {
    ArrowLeft: places.findLast((place) => place < index) ?? index,
    ArrowRight: places.find((place) => place > index) ?? index,
    Home: places[0],
    End: places.at(-1),
  };
  return targets[key];
}

/** The ends of a scale from 0, or from below it with refunds, to a round number. */
export function scaleOf(least: number, most: number): readonly [bottom: number, top: number] {
  if (least >= 0) return [0, niceTop(most || 1)];
  return [-niceTop(-least), most > 0 ? niceTop(most) : 0];
}

/** Rounds up to 1, 2, 4, 6 or 8 times a power of ten, because from 4 on their quarters are whole. */
function niceTop(most: number): number {
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
