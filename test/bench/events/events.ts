import type { Filled } from '../fill/fill.ts';
import { type Line, ratioLine } from '../line.ts';
import {
  mostReadPage,
  ms,
  msOfRaw,
  type Repetitions,
  timeBesideRaw,
  timeOfReport,
  withinTarget,
} from '../reports/timing.ts';
import type { Service } from '../service.ts';
import { eventQuestions } from './questions.ts';

/** Times each report about events, and the same query over raw pings, after comparing their answers. */
export async function measureEvents(
  service: Service,
  filled: Filled,
  repetitions: Repetitions,
  say: (text: string) => void,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const question of eventQuestions(filled, await mostReadPage(service, filled))) {
    const { name, range, atMostMs, timesRaw } = question;
    const { report, raw } = await timeBesideRaw(service, range, question, repetitions);
    say(`${name}: ${ms(report)} ms, raw pings ${msOfRaw(raw)}`);
    lines.push(
      withinTarget('events', name, report, atMostMs),
      ratioLine('events', `${name} beside raw pings`, raw / report, {
        ...(timesRaw && { atLeast: timesRaw }),
        baseline: msOfRaw(raw),
      }),
    );
  }
  const pages = await timeOfReport(service, filled, '/pages?goal=event:Purchase', repetitions);
  say(`pages with a goal: ${ms(pages)} ms`);
  lines.push(withinTarget('events', 'pages with a goal', pages, 100));
  return lines;
}
