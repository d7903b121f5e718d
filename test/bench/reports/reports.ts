import { only } from '@tallyhouse/clickhouse';
import { fillNow } from '../fill/fill.ts';
import { type Line, line, p95Line } from '../line.ts';
import type { Measured } from '../measured.ts';
import { grouped } from '../statistics.ts';
import { targets } from '../targets.ts';
import { openLastDay } from './last-day.ts';
import { filtered, questions } from './questions.ts';
import { expectSameAnswer } from './same-answer.ts';
import { askOf, mostReadPage, rawOf, takenBy, timeOf } from './timing.ts';

/** A site without a ping: the time of its reports is that of planning their queries. */
export const emptySite = 'nobody';

/** Reports that are timed without a query over raw pings. */
const reportsAlone = [
  ['insights', '/insights'],
  ['pageviews-over-time by hour', '/pageviews-over-time?granularity=hour'],
  ['sites', '/sites'],
] as const;

/**
 * Times each report while the last day changes, as on every site with traffic, and of settled days only; the query over raw pings, whose
 * result has to be the same; and the CPU time of each, and of a site without a ping.
 */
export const measureReports: Measured<'reports'> = async (service, filled, repetitions) => {
  const taken = async (path: string, of = filled) => only(await takenBy([service], of, path, repetitions));
  const plain = questions(await mostReadPage(service, filled));
  const all = [];
  for (const question of [...plain, ...plain.map(filtered)]) {
    const raw = await rawOf(service, filled, question, repetitions.askedRaw);
    const ask = askOf(service, filled, question.path);
    const compare = async () => {
      const answer = await ask(0);
      if (raw.rows) expectSameAnswer(question.name, answer, raw.rows);
    };
    await compare();
    const settled = plain.includes(question) && (await taken(question.path));
    all.push({ ...question, raw, compare, settled });
  }
  const lines: Line[] = [];
  const change = await openLastDay(service, filled);
  for (const { name, path, raw, compare, settled } of all) {
    await change();
    await compare();
    const changed = await taken(path);
    const besideRaw = { baseline: raw.text };
    if (!settled) {
      const of = { part: 'filtered', ...besideRaw };
      lines.push(line(`${name}, of raw pings`, changed.p95Ms / raw.ms, targets.filtered, of));
      continue;
    }
    const planning = (await taken(path, { ...filled, siteId: emptySite })).cpuMs;
    const share = (100 * planning) / changed.cpuMs;
    const inMs = (ms: number, of: string) => ({ baseline: `${grouped(ms)} ms ${of}` });
    lines.push(
      p95Line(`${name}, last day changed`, changed.p95Ms, targets.report, inMs(settled.p95Ms, 'settled')),
      line(`${name}, times as fast as raw pings`, raw.ms / changed.p95Ms, targets.timesRaw, besideRaw),
      line(`${name}, CPU time`, changed.cpuMs, { unit: ' ms' }, inMs(settled.cpuMs, 'settled')),
      line(`${name}, planning`, share, { unit: ' %' }, inMs(planning, 'for a site without a ping')),
    );
  }
  for (const [name, path] of reportsAlone) {
    await change();
    lines.push(p95Line(`${name}, last day changed`, (await taken(path)).p95Ms, targets.report));
  }
  const { nowSessions } = repetitions;
  await fillNow(service, nowSessions);
  const realtime = await timeOf(repetitions, () => service.report(`/realtime?site_id=${filled.siteId}`));
  return [...lines, p95Line(`realtime, ${grouped(nowSessions)} sessions`, realtime, targets.report)];
};
