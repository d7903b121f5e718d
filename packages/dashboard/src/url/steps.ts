import { type Goal, isGoal, readGoal } from '../goal/goal.ts';
import { messages } from '../words/words.ts';
import type { WrongPart } from './wrong-part.ts';

export const mostSteps = 10;

/** Reads the steps of a funnel, and adds those that are invalid to `wrong`. */
export function readSteps(texts: readonly string[], wrong: WrongPart[]): Goal[] {
  if (texts.length > mostSteps)
    wrong.push({
      name: 'step',
      sent: messages.address.steps(`${texts.length}`),
      accepts: messages.address.mostSteps(`${mostSteps}`),
    });
  return texts.slice(0, mostSteps).flatMap((sent) => {
    const goal = readGoal(sent);
    if (isGoal(goal)) return [goal];
    wrong.push({ name: 'step', sent, accepts: goal.accepts });
    return [];
  });
}

/** Whether a time is within the API's limits for a funnel. */
export function isWithin(text: string): boolean {
  const [, digits, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const minutes = Number(digits) * (unit === 'd' ? 1440 : unit === 'h' ? 60 : 1);
  return minutes >= 30 && minutes <= 90 * 1440;
}
