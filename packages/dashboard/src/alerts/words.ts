import { inUnit } from '../format/ago.ts';
import { formatCount } from '../format/numbers.ts';
import { goalName, isGoal, readGoal } from '../goal/goal.ts';
import { reasonName } from '../panels/drop-reasons.ts';
import { counted } from '../words/counted.ts';
import { messages } from '../words/words.ts';
import type { Fired, Rule } from './managed.ts';

export const isCondition = (text: unknown): text is Rule['when'] =>
  typeof text === 'string' && Object.hasOwn(messages.alerts.conditions, text);

export function conditionOf({ when, threshold, goal, reason, every }: Rule): string {
  const words = messages.alerts;
  const signed = `${(threshold ?? 0) < 0 ? '−' : '+'}${formatCount(Math.abs(threshold ?? 0))}`;
  return {
    silent: threshold === undefined ? words.silentLong : words.silentFor(inUnit(threshold, 'minute')),
    change: words.changeBy(signed),
    goal: words.reached(goalWords(goal ?? ''), formatCount(threshold ?? 1)),
    dropped: words.droppedOver(formatCount(threshold ?? 10), reasonName(reason ?? '')),
    digest: every === undefined ? words.conditions.digest : words.digestEvery[every],
  }[when];
}

/** `Purchase` for `event:Purchase`. */
function goalWords(text: string): string {
  const goal = readGoal(text);
  return /^(?:event|page|name):([^\\;|]+)$/.exec(text)?.[1] ?? (isGoal(goal) ? goalName(goal) : text);
}

/** Mailboxes and addresses. */
export const recipients = (to: Rule['to']) =>
  [to]
    .flat()
    .map((one) => one.replace(/^mailto:/, ''))
    .join(', ');

export function findingOf({ when, value: figure, expected }: Fired): string {
  const { found } = messages.alerts;
  const value = figure ?? 0;
  return {
    silent: messages.alerts.silentFor(inUnit(value, 'minute')),
    change: found.change(formatCount(value), formatCount(Math.round(expected ?? 0))),
    goal: counted(found.goal, value),
    dropped: found.dropped(formatCount(value)),
    digest: found.digest,
  }[when];
}
