import type { Filled } from '../fill/fill.ts';
import { type Line, line, p95Line } from '../line.ts';
import { mostReadPage, msOfRaw, type Repetitions, timeBesideRaw, timeOfReport } from '../reports/timing.ts';
import type { Service } from '../service.ts';
import { eventQuestions } from './questions.ts';

/** Times each report about events, and the same query over raw pings, after comparing their answers. */
export async function measureEvents(
  service: Service,
  filled: Filled,
  repetitions: Repetitions,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const question of eventQuestions(filled, await mostReadPage(service, filled))) {
    const { name, range, atMostMs, timesRaw } = question;
    const { report, raw } = await timeBesideRaw(service, range, question, repetitions);
    const baseline = msOfRaw(raw);
    const atLeast = timesRaw && { atLeast: timesRaw };
    lines.push(p95Line(name, report, atMostMs));
    lines.push(line(`${name} beside raw pings`, raw / report, { ...atLeast, baseline }));
  }
  const pages = await timeOfReport(service, filled, '/pages?goal=event:Purchase', repetitions);
  return [...lines, p95Line('pages with a goal', pages, 100)];
}
