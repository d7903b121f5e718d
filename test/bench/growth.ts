import { type Line, line } from './line.ts';
import { sizeName } from './options.ts';
import type { ReportTime } from './reports/reports.ts';

/** A report's 95th percentile at each size. */
export type Growth = Map<number, readonly ReportTime[]>;

/** How much longer a report takes over ten times the rows. */
export function growthLines(growth: Growth): Line[] {
  const sizes = [...growth.keys()].sort((a, b) => a - b);
  return sizes.slice(1).flatMap((size, index) => {
    const before = sizes[index] ?? size;
    const timeBefore = (of: string) => growth.get(before)?.find(({ name }) => name === of)?.p95Ms;
    return (growth.get(size) ?? []).map(({ name, p95Ms }) => {
      const what = `${name}, ${sizeName(size)} beside ${sizeName(before)}`;
      return line(what, p95Ms / (timeBefore(name) ?? Number.NaN), { part: 'growth', atMost: 2 });
    });
  });
}
