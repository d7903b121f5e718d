import { sqlTime } from '@tallyhouse/clickhouse';
import { type Filled, fillNow } from '../fill/fill.ts';
import { type Line, ratioLine } from '../line.ts';
import type { Service } from '../service.ts';
import { median, percentile } from '../statistics.ts';
import changeLastHours from './change-last-hours.sql';
import changeLastSessions from './change-last-sessions.sql';
import { filtered, type Question, questions } from './questions.ts';
import { expectSameAnswer } from './same-answer.ts';

const answerMs = 60;
/** A raw query is not repeated once it took this long in all: over 100 M pageviews one takes a minute. */
const rawPatienceMs = 30_000;

/** MEMORY_LIMIT_EXCEEDED */
const outOfMemory = '241';

interface Repetitions {
  /** How often a report is requested before it is timed, so that ClickHouse's caches are warm: once or more. */
  warmUps: number;
  /** How often each report is timed, and each raw query at most. */
  asked: number;
  askedRaw: number;
  /** Sessions of the last four minutes, for realtime. */
  nowSessions: number;
}

export interface ReportTime {
  name: string;
  p95Ms: number;
}

/** Times each report, filtered and unfiltered, and the same query over raw pings, after comparing their answers. */
export async function measureReports(
  service: Service,
  filled: Filled,
  repetitions: Repetitions,
  say: (text: string) => void,
): Promise<{ lines: Line[]; times: ReportTime[] }> {
  const plain = questions(await mostReadPage(service, filled));
  const lines: Line[] = [];
  const times: ReportTime[] = [];
  for (const question of plain) {
    const timed = await time(service, filled, question, repetitions);
    say(`${question.name}: ${ms(timed.report)} ms, raw pings ${msOfRaw(timed.raw)}`);
    times.push({ name: question.name, p95Ms: timed.report });
    lines.push(withinTarget(`${question.name}, 30 days`, timed.report));
    lines.push(
      ratioLine('reports', `${question.name} beside raw pings`, timed.raw / timed.report, {
        atLeast: 10,
        baseline: msOfRaw(timed.raw),
      }),
    );
  }
  for (const question of plain.map(filtered)) {
    const timed = await time(service, filled, question, repetitions);
    say(`${question.name}: ${ms(timed.report)} ms, raw pings ${msOfRaw(timed.raw)}`);
    lines.push(
      ratioLine('filtered', `${question.name}, of raw pings`, timed.report / timed.raw, {
        atMost: 1,
        baseline: msOfRaw(timed.raw),
      }),
    );
  }
  for (const [name, path] of reportsAlone) {
    const report = percentile(await repeat(repetitions, askOf(service, filled, path)), 0.95);
    times.push({ name, p95Ms: report });
    lines.push(withinTarget(name, report));
  }
  await service.command(changeLastSessions, { site_id: filled.siteId, end: sqlTime(filled.end) });
  await service.command(changeLastHours, { site_id: filled.siteId });
  for (const { name, path } of plain) {
    const report = percentile(await repeat(repetitions, askOf(service, filled, path)), 0.95);
    const settled = times.find((time) => time.name === name)?.p95Ms ?? Number.NaN;
    say(`${name}, the last day changed: ${ms(report)} ms`);
    lines.push(
      ratioLine('reports', `${name}, the last day changed, of it settled`, report / settled, {
        atMost: 2,
        baseline: `${ms(settled)} ms`,
      }),
    );
  }
  const { nowSessions } = repetitions;
  await fillNow(service, nowSessions);
  const realtime = percentile(
    await repeat(repetitions, () => service.report(`/realtime?site_id=${filled.siteId}`)),
    0.95,
  );
  times.push({ name: 'realtime', p95Ms: realtime });
  lines.push(withinTarget(`realtime, ${nowSessions.toLocaleString('en')} sessions`, realtime));
  return { lines, times };
}

/** Reports that are timed without a query over raw pings. */
const reportsAlone = [
  ['insights', '/insights'],
  ['pageviews-over-time by hour', '/pageviews-over-time?granularity=hour'],
  ['sites', '/sites'],
] as const;

function withinTarget(name: string, p95Ms: number): Line {
  return {
    part: 'reports',
    what: `${name}, p95`,
    figure: `${ms(p95Ms)} ms`,
    target: `<= ${answerMs} ms`,
    met: p95Ms <= answerMs,
  };
}

async function repeat(
  { warmUps, asked }: Repetitions,
  ask: (shiftMs: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < warmUps; round++) await ask(round);
  for (let round = 0; round < asked; round++) times.push(await took(() => ask(warmUps + round)));
  return times;
}

const ms = (time: number) => (time < 10 ? time.toFixed(1) : Math.round(time));

const msOfRaw = (time: number) => (Number.isNaN(time) ? 'out of memory' : `${ms(time)} ms`);

async function mostReadPage(service: Service, filled: Filled): Promise<string> {
  const pages = await askOf(service, filled, '/pages?limit=1')(0);
  return String(Object(Array.isArray(pages) ? pages[0] : undefined)['page_path']);
}

/** Requests a report of the filled range, moved by `shiftMs`, so that it is not answered from a cache. */
const askOf =
  (service: Service, { siteId, start, end }: Filled, path: string) =>
  (shiftMs: number): Promise<unknown> => {
    const range = `start=${new Date(start + shiftMs).toISOString()}&end=${new Date(end).toISOString()}`;
    return service.report(`${path}${path.includes('?') ? '&' : '?'}site_id=${siteId}&${range}`);
  };

/**
 * The 95th percentile of the report and the median of the raw query, milliseconds; NaN where that takes more memory than the
 * service gives its ClickHouse.
 */
async function time(
  service: Service,
  filled: Filled,
  question: Question,
  { warmUps, asked, askedRaw }: Repetitions,
): Promise<{ report: number; raw: number }> {
  const ask = askOf(service, filled, question.path);
  const askRaw = () =>
    service.query(question.sql, {
      ...question.parameters,
      site_id: filled.siteId,
      start: sqlTime(filled.start),
      end: sqlTime(filled.end),
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

const sum = (times: readonly number[]) => times.reduce((total, time) => total + time, 0);

async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
