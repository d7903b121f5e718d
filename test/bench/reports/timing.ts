import { sqlTime } from '@tallyhouse/clickhouse';
import type { Filled } from '../fill/fill.ts';
import type { Service } from '../service.ts';
import type { Sizes } from '../sizes.ts';
import { grouped, median, percentile, sum, took } from '../statistics.ts';
import type { Question } from './questions.ts';
import { expectSameAnswer } from './same-answer.ts';

/** A raw query is not repeated once it took this long in all: over 100 M pageviews one takes a minute. */
const rawPatienceMs = 30_000;

/** MEMORY_LIMIT_EXCEEDED */
const outOfMemory = '241';

export type Repetitions = Sizes['reports'];

type Reporting = Pick<Service, 'report'>;

/** The site and the range of a report. */
type Asked = Pick<Filled, 'siteId' | 'start' | 'end'>;

/** Requests a report of the range, moved by `shiftMs`, so that it is not answered from a cache. */
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

/** The 95th percentile of what asking takes, milliseconds. */
export async function timeOf(
  { warmUps, asked }: Pick<Repetitions, 'warmUps' | 'asked'>,
  ask: (shiftMs: number) => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < warmUps; round++) await ask(round);
  for (let round = 0; round < asked; round++) times.push(await took(() => ask(warmUps + round)));
  return percentile(times, 0.95);
}

/** The same for a report. */
export const timeOfReport = (service: Service, asked: Asked, path: string, repetitions: Repetitions) =>
  timeOf(repetitions, askOf(service, asked, path));

/**
 * The 95th percentile of the report and the median of the raw query, milliseconds; NaN where that takes more memory than the
 * service gives its ClickHouse. Their answers are compared first.
 */
export async function timeBesideRaw(
  service: Service,
  range: Asked,
  question: Question,
  { warmUps, asked, askedRaw }: Repetitions,
): Promise<{ report: number; raw: number }> {
  const ask = askOf(service, range, question.path);
  const askRaw = () =>
    service.query(question.sql, {
      ...question.parameters,
      site_id: range.siteId,
      start: sqlTime(range.start),
      end: sqlTime(range.end),
    });
  const answer = await ask(0);
  const raw: number[] = [];
  try {
    raw.push(await took(async () => expectSameAnswer(question.name, answer, await askRaw())));
  } catch (error) {
    if (Object(error)['code'] !== outOfMemory) throw error;
    raw.push(Number.NaN);
  }
  const report: number[] = [];
  for (let round = 1; round < warmUps; round++) await ask(round);
  for (let round = 1; round <= asked; round++) {
    report.push(await took(() => ask(warmUps + round)));
    const isTurnOfRaw = round % Math.ceil(asked / askedRaw) === 0 && raw.length < askedRaw;
    if (isTurnOfRaw && sum(raw) < rawPatienceMs) raw.push(await took(askRaw));
  }
  return { report: percentile(report, 0.95), raw: median(raw) };
}

export const msOfRaw = (time: number) => (Number.isNaN(time) ? 'out of memory' : `${grouped(time)} ms`);
