import type uPlot from 'uplot';
import type { Bucket } from '../api/reports.ts';
import { tickName } from '../format/buckets.ts';
import { formatShort } from '../format/numbers.ts';
import type { Granularity } from '../period/period.ts';
import type { Slot } from './slots.ts';

/** What the chart shows. */
export interface Drawing {
  slots: readonly Slot[];
  metric: 'pageviews' | 'unique_visitors' | 'sessions';
  granularity: Granularity;
  /** The last point goes on. */
  unfinished: boolean;
  /** Called with the ends of what the reader drew the mouse over. */
  onZoom: ((first: Bucket, last: Bucket) => void) | undefined;
}

type Drawn = Pick<Drawing, 'slots' | 'metric' | 'unfinished'>;

/**
 * Points stand at 0, 1, 2, ...: time of day and clock changes are in the buckets' names already.
 * @returns positions, the line behind, the line, and the piece of it that goes on
 */
export function linesOf({ slots, metric, unfinished }: Drawn): uPlot.AlignedData {
  const last = lastOf(slots);
  const goesOn = unfinished && last > 0;
  const current = slots.map((slot) => slot.current?.[metric] ?? null);
  return [
    slots.map((_, index) => index),
    slots.map(({ compared }) => compared?.[metric] ?? null),
    current.map((value, index) => (goesOn && index === last ? null : value)),
    current.map((value, index) => (goesOn && index >= last - 1 ? value : null)),
  ];
}

/** Where the line ends; what it is compared with may go on. */
export const lastOf = (slots: readonly Slot[]) => slots.findLastIndex(({ current }) => current !== undefined);

/** Which slot the pointer is at, its place from the left, and the chart's width, in pixels. */
export interface Point {
  index: number;
  left: number;
  width: number;
}

interface Setup {
  width: number;
  height: number;
  /** What is drawn now: the options are made once, the data change. */
  latest: () => Drawing;
  /** Told which point the pointer is at, with its place in pixels. */
  onPoint: (point: Point | undefined) => void;
}

const font = '12px system-ui, sans-serif';
const axisWidth = 48;

export function chartOptions(host: HTMLElement, { width, height, latest, onPoint }: Setup): uPlot.Options {
  const colour = (name: string) => colourOf(host, name);
  const axis = { stroke: colour('faint'), font, ticks: { show: false } };
  const grid = { stroke: colour('line'), width: 1 };
  const points = { size: 6, fill: colour('accent') };
  // Only the hour that a day of 23 hours leaves out has no point.
  const line = { stroke: colour('accent'), width: 2, points, spanGaps: true };
  return {
    width,
    height,
    legend: { show: false },
    padding: [10, 30, 0, 0],
    scales: { x: { time: false }, y: { range: (_, __, most) => [0, niceTop(most)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        splits: () => ticksOf(latest(), host.clientWidth),
        values: (_, places) => {
          const { slots, granularity } = latest();
          return places.map((place) => {
            const bucket = slots[place]?.current ?? slots[place]?.compared;
            return bucket ? tickName(bucket.bucket, granularity) : '';
          });
        },
      },
      {
        ...axis,
        grid,
        size: axisWidth,
        splits: (_, __, ___, top) => [0, top / 4, top / 2, (3 * top) / 4, top],
        values: (_, places) => places.map((place) => (Number.isInteger(place) ? formatShort(place) : '')),
      },
    ],
    series: [
      {},
      { stroke: colour('before'), width: 1.5, points: { show: false }, spanGaps: true },
      { ...line, fill: colour('fill') },
      { ...line, dash: [4, 4], fill: colour('fill') },
    ],
    cursor: {
      // The hairline is the chart's own: uPlot's follows the pointer, and the dots stand at the slot.
      x: false,
      y: false,
      drag: { x: latest().onZoom !== undefined, y: false, setScale: false },
      points: { size: 8 },
    },
    hooks: {
      setCursor: [
        (chart) => {
          const { idx, left = -1 } = chart.cursor;
          if (idx == null || left < 0) onPoint(undefined);
          // As uPlot rounds the place of its dots.
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
          const { slots, onZoom } = latest();
          const [first, last] = [left, left + drawn].map((place) => slots[chart.posToIdx(place)]?.current);
          if (drawn > 10 && first && last) onZoom?.(first, last);
          if (drawn > 0) chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/** A canvas wants a plain colour, not one that says what it is in the dark: so an element is asked how it looks in it. */
function colourOf(host: HTMLElement, name: string): string {
  const probe = host.appendChild(document.createElement('i'));
  probe.style.color = `var(--${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The least of 1, 2, 4, 6, 8 and their tenfolds that is not below: quarters of it are whole from 4 on. */
function niceTop(most: number | null): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most ?? 1)));
  const steps = [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10];
  return Math.max(4, power * (steps.find((step) => step * power >= (most ?? 1)) ?? 10));
}

/** As many names as fit; only where days begin when the points are hours of several. */
function ticksOf({ slots, granularity }: Drawing, width: number): number[] {
  const all = slots.map((_, index) => index);
  const days = all.filter((index) => {
    const { current, compared } = slots[index] ?? {};
    return (current ?? compared)?.bucket.includes('T00:00');
  });
  const candidates = granularity === 'hour' && days.length > 2 ? days : all;
  const step = Math.max(1, Math.ceil(candidates.length / Math.max(2, (width - axisWidth) / 76)));
  return candidates.filter((_, index) => index % step === 0);
}
