import { sqlTime } from '@tallyhouse/clickhouse';
import { type Filled, fillNow } from '../fill/fill.ts';
import { type Line, line, p95Line } from '../line.ts';
import type { Service } from '../service.ts';
import type { Sizes } from '../sizes.ts';
import { grouped } from '../statistics.ts';
import changeLastDays from './change-last-days.sql';
import changeLastSessions from './change-last-sessions.sql';
import { filtered, questions } from './questions.ts';
import { mostReadPage, msOfRaw, timeBesideRaw, timeOf, timeOfReport } from './timing.ts';

const answerMs = 60;

export interface ReportTime {
  name: string;
  p95Ms: number;
}

/** Reports that are timed without a query over raw pings. */
const reportsAlone = [
  ['insights', '/insights'],
  ['pageviews-over-time by hour', '/pageviews-over-time?granularity=hour'],
  ['sites', '/sites'],
] as const;

/** Times each report, filtered and unfiltered, and the same query over raw pings, after comparing their answers. */
export async function measureReports(
  service: Service,
  filled: Filled,
  repetitions: Sizes['reports'],
): Promise<{ lines: Line[]; times: ReportTime[] }> {
  const plain = questions(await mostReadPage(service, filled));
  const lines: Line[] = [];
  const times: ReportTime[] = [];
  for (const question of [...plain, ...plain.map(filtered)]) {
    const { report, raw } = await timeBesideRaw(service, filled, question, repetitions);
    const baseline = msOfRaw(raw);
    const { name } = question;
    if (plain.includes(question)) {
      times.push({ name, p95Ms: report });
      lines.push(p95Line(`${name}, 30 days`, report, answerMs));
      lines.push(line(`${name} beside raw pings`, raw / report, { atLeast: 10, baseline }));
    } else lines.push(line(`${name}, of raw pings`, report / raw, { part: 'filtered', atMost: 1, baseline }));
  }
  for (const [name, path] of reportsAlone) {
    const report = await timeOfReport(service, filled, path, repetitions);
    times.push({ name, p95Ms: report });
    lines.push(p95Line(name, report, answerMs));
  }
  await service.command(changeLastSessions, { site_id: filled.siteId, end: sqlTime(filled.end) });
  await service.command(changeLastDays, { site_id: filled.siteId });
  for (const { name, path } of plain) {
    const report = await timeOfReport(service, filled, path, repetitions);
    const settled = times.find((time) => time.name === name)?.p95Ms ?? Number.NaN;
    const what = `${name}, the last day changed, of it settled`;
    lines.push(line(what, report / settled, { atMost: 2, baseline: `${grouped(settled)} ms` }));
  }
  const { nowSessions } = repetitions;
  await fillNow(service, nowSessions);
  const realtime = await timeOf(repetitions, () => service.report(`/realtime?site_id=${filled.siteId}`));
  times.push({ name: 'realtime', p95Ms: realtime });
  lines.push(p95Line(`realtime, ${grouped(nowSessions)} sessions`, realtime, answerMs));
  return { lines, times };
}
