import { sqlTime } from '@tallyhouse/clickhouse';
import { type Filled, fillNow } from '../fill/fill.ts';
import { type Line, ratioLine } from '../line.ts';
import type { Service } from '../service.ts';
import changeLastHours from './change-last-hours.sql';
import changeLastSessions from './change-last-sessions.sql';
import { filtered, questions } from './questions.ts';
import {
  mostReadPage,
  ms,
  msOfRaw,
  type Repetitions,
  timeBesideRaw,
  timeOf,
  timeOfReport,
  withinTarget,
} from './timing.ts';

const answerMs = 60;

interface RoundsOfReports extends Repetitions {
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
  repetitions: RoundsOfReports,
  say: (text: string) => void,
): Promise<{ lines: Line[]; times: ReportTime[] }> {
  const plain = questions(await mostReadPage(service, filled));
  const lines: Line[] = [];
  const times: ReportTime[] = [];
  for (const question of plain) {
    const timed = await timeBesideRaw(service, filled, question, repetitions);
    say(`${question.name}: ${ms(timed.report)} ms, raw pings ${msOfRaw(timed.raw)}`);
    times.push({ name: question.name, p95Ms: timed.report });
    lines.push(withinTarget('reports', `${question.name}, 30 days`, timed.report, answerMs));
    lines.push(
      ratioLine('reports', `${question.name} beside raw pings`, timed.raw / timed.report, {
        atLeast: 10,
        baseline: msOfRaw(timed.raw),
      }),
    );
  }
  for (const question of plain.map(filtered)) {
    const timed = await timeBesideRaw(service, filled, question, repetitions);
    say(`${question.name}: ${ms(timed.report)} ms, raw pings ${msOfRaw(timed.raw)}`);
    lines.push(
      ratioLine('filtered', `${question.name}, of raw pings`, timed.report / timed.raw, {
        atMost: 1,
        baseline: msOfRaw(timed.raw),
      }),
    );
  }
  for (const [name, path] of reportsAlone) {
    const report = await timeOfReport(service, filled, path, repetitions);
    times.push({ name, p95Ms: report });
    lines.push(withinTarget('reports', name, report, answerMs));
  }
  await service.command(changeLastSessions, { site_id: filled.siteId, end: sqlTime(filled.end) });
  await service.command(changeLastHours, { site_id: filled.siteId });
  for (const { name, path } of plain) {
    const report = await timeOfReport(service, filled, path, repetitions);
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
  const realtime = await timeOf(repetitions, () => service.report(`/realtime?site_id=${filled.siteId}`));
  times.push({ name: 'realtime', p95Ms: realtime });
  lines.push(
    withinTarget('reports', `realtime, ${nowSessions.toLocaleString('en')} sessions`, realtime, answerMs),
  );
  return { lines, times };
}

/** Reports that are timed without a query over raw pings. */
const reportsAlone = [
  ['insights', '/insights'],
  ['pageviews-over-time by hour', '/pageviews-over-time?granularity=hour'],
  ['sites', '/sites'],
] as const;
