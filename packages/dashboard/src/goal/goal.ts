import { type Filter, filterText, readFilter } from '../filters/filter.ts';
import { conditionOf } from '../filters/words.ts';
import { joined } from '../words/joined.ts';
import { messages } from '../words/words.ts';

/** Events or pageviews that meet all of these conditions. The steps of a funnel are written the same way. */
export type Goal = readonly Filter[];

/** Every event. */
export const anyEvent: Goal = [{ dimension: 'event', operator: '~', values: [''] }];

/** The form for requests and the address: `event:Purchase;prop.plan:pro`. */
export const goalText = (goal: Goal) =>
  goal.map((condition) => filterText(condition).replaceAll(';', '\\;')).join(';');

const mostConditions = 20;

/** Reads a goal as strictly as the API does. @returns for an invalid text, what would be accepted, for the reader */
export function readGoal(text: string): Goal | { accepts: string } {
  const parts = [''];
  for (const [piece] of text.matchAll(/\\[\\|;]|./gsu)) {
    if (piece === ';') parts.push('');
    else parts.push(`${parts.pop()}${piece === '\\;' ? ';' : piece}`);
  }
  if (parts.length > mostConditions) return { accepts: messages.address.mostConditions(`${mostConditions}`) };
  const goal: Filter[] = [];
  for (const part of parts) {
    const read = readFilter(part);
    if (!('dimension' in read) || !isOfGoal(read)) {
      return { accepts: messages.address.goal };
    }
    goal.push(read);
  }
  return goal;
}

export const isGoal = (read: ReturnType<typeof readGoal>): read is Goal => !('accepts' in read);

const isOfGoal = ({ dimension }: Filter) =>
  dimension === 'event' || dimension === 'page' || dimension.startsWith('prop.');

export const goalName = (goal: Goal): string => joined(messages.general.both, goal.map(conditionOf));
