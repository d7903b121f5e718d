import type { ReportTime } from './reports/reports.ts';

/** A report's 95th percentile at each size. */
export type Growth = ReadonlyMap<number, readonly ReportTime[]>;

const width = 640;
const height = 360;
const margin = { left: 60, right: 150, top: 20, bottom: 40 };
const labelHeight = 13;
const colours = ['#1b6ca8', '#c2452d', '#3a7d44', '#8a5a9e', '#b8860b', '#2f8f9d', '#7a4b2a', '#555555'];

/** Times over sizes, both on logarithmic axes, as an SVG. */
export function plotGrowth(growth: Growth): string {
  const sizes = [...growth.keys()].sort((a, b) => a - b);
  const names = growth.get(sizes[0] ?? 0)?.map(({ name }) => name) ?? [];
  const all = [...growth.values()].flat().map(({ p95Ms }) => p95Ms);
  const x = scale(sizes, margin.left, width - margin.right);
  const y = scale([...all, 1, 100], height - margin.bottom, margin.top);
  const lines = names.map((name, index) => {
    const points = sizes.map((size) => {
      const time = growth.get(size)?.find((report) => report.name === name)?.p95Ms ?? Number.NaN;
      return [x(size), y(time)] as const;
    });
    return { name, points, colour: colours[index % colours.length], endY: points.at(-1)?.[1] ?? 0 };
  });
  // From the top down, each label below the one before, however close the lines end.
  let labelY = 0;
  const curves = lines
    .sort((a, b) => a.endY - b.endY)
    .map(({ name, points, colour, endY }) => {
      labelY = Math.max(endY + 4, labelY + labelHeight);
      return `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.map((point) => point.map(round).join(',')).join(' ')}"/>
<text x="${width - margin.right + 6}" y="${round(labelY)}" fill="${colour}">${name}</text>`;
    });
  const bottom = height - margin.bottom;
  const sizeTicks = sizes.map(
    (size) =>
      `<text x="${round(x(size))}" y="${bottom + 18}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
  );
  const timeTicks = [1, 3, 10, 30, 100, 300, 1000]
    .filter((time) => y(time) >= margin.top && y(time) <= bottom)
    .map(
      (time) =>
        `<line x1="${margin.left}" x2="${width - margin.right}" y1="${round(y(time))}" y2="${round(y(time))}" stroke="#ddd"/>
<text x="${margin.left - 8}" y="${round(y(time) + 4)}" text-anchor="end">${time} ms</text>`,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">
<title>Reports over 30 days, 95th percentile, by pageviews of the site</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${[...timeTicks, ...sizeTicks, ...curves].join('\n')}
</svg>
`;
}

const round = (value: number) => Math.round(value * 10) / 10;

function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const low = Math.log(Math.min(...values));
  const high = Math.log(Math.max(...values));
  return (value) => from + ((to - from) * (Math.log(value) - low)) / (high - low || 1);
}
