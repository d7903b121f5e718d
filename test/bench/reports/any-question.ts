import { only } from '@tallyhouse/clickhouse';
import { type Line, line, p95Line } from '../line.ts';
import type { Measured } from '../measured.ts';
import { serverTime } from '../service.ts';
import { grouped } from '../statistics.ts';
import { targets } from '../targets.ts';
import { openLastDay } from './last-day.ts';
import memorySql from './memory.sql';
import { takenBy } from './timing.ts';

/** Questions with one dimension that lists also serve: dimensions and metrics, and the list's path. */
const ofLists = [
  ['source,medium', 'visits,visitors,bounce_rate', '/sources'],
  ['page', 'pageviews,focus_time_ms,scroll_depth', '/pages'],
  ['exit_page', 'visits,visitors,bounce_rate', '/breakdown?dimension=exit_page'],
  ['bucket', 'pageviews,visitors,visits', '/pageviews-over-time?granularity=day'],
] as const;

const others = [
  ['two dimensions', 'source,device_type', 'visits,visitors,bounce_rate', targets.twoDimensions],
  ['two dimensions', 'page,country', 'pageviews,visitors', targets.twoDimensions],
  ['two dimensions', 'page,device_type', 'visits,bounce_rate', targets.twoDimensions],
  ['three dimensions', 'source,country,browser', 'visits,visitors', targets.threeDimensions],
  ['three dimensions', 'page,source,city', 'visits,pageviews,new_visitors', targets.threeDimensions],
] as const;

const pathOf = (dimensions: string, metrics: string) =>
  `/query?dimensions=${dimensions}&metrics=${metrics}&granularity=day`;

/** Times questions and the lists that return the same, in turn, while the last day changes. */
export const measureQuestions: Measured<'reports'> = async (service, filled, repetitions) => {
  const lines: Line[] = [];
  const change = await openLastDay(service, filled);
  const start = await serverTime(service);
  for (const [dimensions, metrics, list] of ofLists) {
    await change();
    const own = only(await takenBy([service], filled, pathOf(dimensions, metrics), repetitions));
    const ofList = only(await takenBy([service], filled, list, repetitions));
    const beside = { baseline: `${grouped(ofList.cpuMs)} ms of CPU` };
    lines.push(
      line(
        `${dimensions}, CPU time by that of ${list}`,
        own.cpuMs / ofList.cpuMs,
        targets.oneDimension,
        beside,
      ),
    );
  }
  for (const [kind, dimensions, metrics, target] of others) {
    await change();
    const { p95Ms, cpuMs } = only(await takenBy([service], filled, pathOf(dimensions, metrics), repetitions));
    const baseline = `${grouped(cpuMs)} ms of CPU`;
    lines.push(p95Line(`${kind}: ${metrics} by ${dimensions}`, p95Ms, target, { baseline }));
  }
  await service.command('system flush logs query_log');
  const most = await service.count(memorySql, { start });
  return [...lines, line('peak memory of a query', most / 2 ** 20, targets.memory)];
};
