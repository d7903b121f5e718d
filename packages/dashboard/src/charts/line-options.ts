import type uPlot from 'uplot';
import { tickName } from '../format/buckets.ts';
import { formatShort } from '../format/numbers.ts';
import type { LineChartProperties } from './line-chart.tsx';

type Drawn = Pick<LineChartProperties, 'buckets' | 'behind' | 'metric' | 'unfinished'>;

/**
 * Points stand at 0, 1, 2, ...: time of day and clock changes are in the buckets' names already.
 * @returns positions, the line behind, the line, and the piece of it that goes on
 */
export function linesOf({ buckets, behind, metric, unfinished }: Drawn): uPlot.AlignedData {
  const count = Math.max(buckets.length, behind?.length ?? 0);
  const at = (list: readonly { [Name in typeof metric]: number }[], index: number) =>
    list[index]?.[metric] ?? null;
  const last = buckets.length - 1;
  const goesOn = unfinished && last > 0;
  const all = Array.from({ length: count }, (_, index) => index);
  return [
    all,
    all.map((index) => at(behind ?? [], index)),
    all.map((index) => (goesOn && index === last ? null : at(buckets, index))),
    all.map((index) => (goesOn && index >= last - 1 ? at(buckets, index) : null)),
  ];
}

/** Where the pointer is: a point, its place from the left, and the chart's width, in pixels. */
export interface Point {
  index: number;
  left: number;
  width: number;
}

interface Setup {
  width: number;
  height: number;
  /** What is drawn now: the options are made once, the data change. */
  latest: () => LineChartProperties;
  /** Told which point the pointer is at, with its place in pixels. */
  onPoint: (point: Point | undefined) => void;
}

const font = '12px system-ui, sans-serif';
const axisWidth = 48;

export function chartOptions(host: HTMLElement, { width, height, latest, onPoint }: Setup): uPlot.Options {
  const colour = (name: string) => colourOf(host, name);
  const axis = { stroke: colour('faint'), font, ticks: { show: false } };
  const grid = { stroke: colour('line'), width: 1 };
  const line = { stroke: colour('accent'), width: 2, points: { size: 6, fill: colour('accent') } };
  return {
    width,
    height,
    legend: { show: false },
    padding: [10, 22, 0, 0],
    scales: { x: { time: false }, y: { range: (_, __, most) => [0, niceTop(most)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        splits: () => ticksOf(latest(), host.clientWidth),
        values: (_, places) => {
          const { buckets, behind, granularity } = latest();
          return places.map((place) => {
            const bucket = buckets[place] ?? behind?.[place];
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
      { stroke: colour('before'), width: 1.5, points: { show: false } },
      { ...line, fill: colour('fill') },
      { ...line, dash: [4, 4], fill: colour('fill') },
    ],
    cursor: {
      y: false,
      drag: { x: latest().onZoom !== undefined, y: false, setScale: false },
      points: { size: 8 },
    },
    hooks: {
      setCursor: [
        (chart) => {
          const { idx, left = -1 } = chart.cursor;
          if (idx == null || left < 0) onPoint(undefined);
          else onPoint({ index: idx, left: axisWidth + chart.valToPos(idx, 'x'), width: chart.width });
        },
      ],
      setSelect: [
        (chart) => {
          const { left, width: drawn } = chart.select;
          const { buckets, onZoom } = latest();
          const [first, last] = [left, left + drawn].map((place) => buckets[chart.posToIdx(place)]);
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

/** As many names as fit, where days begin when the points are hours of several. */
function ticksOf({ buckets, behind, granularity }: LineChartProperties, width: number): number[] {
  const longer = buckets.length >= (behind?.length ?? 0) ? buckets : (behind ?? []);
  const days = longer.flatMap(({ bucket }, index) => (bucket.includes('T00:00') ? [index] : []));
  const candidates = granularity === 'hour' && days.length > 2 ? days : longer.map((_, index) => index);
  const step = Math.max(1, Math.ceil(candidates.length / Math.max(2, (width - axisWidth) / 76)));
  return candidates.filter((_, index) => index % step === 0);
}
