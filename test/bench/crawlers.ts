import { only } from '@tallyhouse/clickhouse';
import type { Filled } from './fill/fill.ts';
import { type Line, p95Line } from './line.ts';
import { type Repetitions, takenBy } from './reports/timing.ts';
import type { Service } from './service.ts';
import { grouped } from './statistics.ts';
import { targets } from './targets.ts';

const paths = [
  '/crawlers',
  '/crawlers?by=operator',
  '/crawlers?by=purpose',
  '/crawlers?by=page',
  '/crawlers?filter=operator:Operator1',
  '/crawlers?filter=hostname:blog.example',
  '/crawlers-over-time?granularity=day',
  '/coverage',
];

/** Times reports of crawlers over the filled range, whose days are settled. */
export async function measureCrawlers(
  service: Service,
  filled: Filled,
  repetitions: Repetitions,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const path of paths) {
    const { p95Ms, cpuMs } = only(await takenBy([service], filled, path, repetitions));
    lines.push(p95Line(path, p95Ms, targets.crawlers, { baseline: `${grouped(cpuMs)} ms of CPU` }));
  }
  return lines;
}
