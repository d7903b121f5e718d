import { setTimeout as sleep } from 'node:timers/promises';
import { sqlTime } from '@tallyhouse/clickhouse';
import type { Filled } from '../fill/fill.ts';
import { type Service, serverTime } from '../service.ts';
import type { Sizes } from '../sizes.ts';
import { grouped, median, percentile, sum, timesInTurn, took } from '../statistics.ts';
import cpuSql from './cpu.sql';
import type { Question } from './questions.ts';

/** A raw query is not repeated beyond this total: over 100 M pageviews one takes a minute. */
const rawPatienceMs = 30_000;

/** MEMORY_LIMIT_EXCEEDED */
const outOfMemory = '241';

export type Repetitions = Sizes['reports'];

type Reporting = Pick<Service, 'report'>;

/** The site and the range of a report. */
export type Asked = Pick<Filled, 'siteId' | 'start' | 'end'>;

/** Requests a report of the range, moved by `shiftMs`, so that the response is not cached. */
export const askOf =
  (service: Reporting, { siteId, start, end }: Asked, path: string) =>
  (shiftMs: number): Promise<unknown> => {
    const range = `start=${new Date(start + shiftMs).toISOString()}&end=${new Date(end).toISOString()}`;
    return service.report(`${path}${path.includes('?') ? '&' : '?'}site_id=${siteId}&${range}`);
  };

/** The path of the page with the most views. */
export async function mostReadPage(service: Reporting, asked: Asked): Promise<string> {
  const pages = await askOf(service, asked, '/pages?limit=1')(0);
  return String(Object(Array.isArray(pages) ? pages[0] : undefined)['page_path']);
}

/** The 95th percentile of the times, milliseconds. */
export async function timeOf(
  rounds: Pick<Repetitions, 'warmUps' | 'asked'>,
  ask: (shiftMs: number) => Promise<unknown>,
): Promise<number> {
  // Not at 0, which comparisons have asked for.
  const [times = []] = await timesInTurn(rounds, [(round) => ask(1 + round)]);
  return percentile(times, 0.95);
}

/** Times of a report: the 95th percentile, and the mean CPU time of its queries in ClickHouse; milliseconds. */
export interface Taken {
  p95Ms: number;
  cpuMs: number;
}

/** Times services in turn, each with its own ClickHouse. */
export async function takenBy(
  services: readonly Service[],
  asked: Asked,
  path: string,
  { warmUps, asked: times }: Repetitions,
): Promise<Taken[]> {
  const asking = services.map((service) => askOf(service, asked, path));
  await timesInTurn({ warmUps, asked: 0 }, asking);
  const starts = await Promise.all(services.map(serverTime));
  const again = asking.map((ask) => (round: number) => ask(1 + warmUps + round));
  const measured = await timesInTurn({ warmUps: 0, asked: times }, again);
  // ClickHouse logs a query right after its result.
  await sleep(100);
  return Promise.all(
    services.map(async (service, index) => {
      await service.command('system flush logs query_log');
      const seconds = await service.count(cpuSql, { start: starts[index] ?? '' });
      return { p95Ms: percentile(measured[index] ?? [], 0.95), cpuMs: (1000 * seconds) / times };
    }),
  );
}

/**
 * The rows of a question's query over raw pings, and the median of its times in milliseconds; none and NaN if it takes more memory than the
 * service allows its ClickHouse.
 */
export async function rawOf(service: Service, range: Asked, question: Question, most: number) {
  const { siteId, start, end } = range;
  const values = { ...question.parameters, site_id: siteId, start: sqlTime(start), end: sqlTime(end) };
  const times: number[] = [];
  let rows: Record<string, unknown>[] | undefined;
  while (times.length < most && sum(times) < rawPatienceMs)
    try {
      times.push(
        await took(async () => {
          rows = await service.query(question.sql, values);
        }),
      );
    } catch (error) {
      if (Object(error)['code'] !== outOfMemory) throw error;
      return { rows: undefined, ms: Number.NaN, text: 'out of memory' };
    }
  return { rows, ms: median(times), text: `${grouped(median(times))} ms` };
}
