import { type Line, line, p95Line } from '../line.ts';
import type { Measured } from '../measured.ts';
import { expectSameAnswer } from '../reports/same-answer.ts';
import { askOf, mostReadPage, rawOf, timeOf } from '../reports/timing.ts';
import { eventQuestions, withoutRaw } from './questions.ts';

/** Times each report about events, and the same query over raw pings, after comparing their results. */
export const measureEvents: Measured<'reports'> = async (service, filled, repetitions) => {
  const lines: Line[] = [];
  const page = await mostReadPage(service, filled);
  for (const question of eventQuestions(filled, page)) {
    const { name, path, range, target, timesRaw } = question;
    const raw = await rawOf(service, range, question, repetitions.askedRaw);
    const ask = askOf(service, range, path);
    if (raw.rows) expectSameAnswer(name, await ask(0), raw.rows);
    const p95Ms = await timeOf(repetitions, ask);
    lines.push(p95Line(name, p95Ms, target));
    lines.push(line(`${name}, times as fast as raw pings`, raw.ms / p95Ms, timesRaw, { baseline: raw.text }));
  }
  for (const { name, path, target } of withoutRaw(page))
    lines.push(p95Line(name, await timeOf(repetitions, askOf(service, filled, path)), target));
  return lines;
};
