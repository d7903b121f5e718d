import { reasonName } from '../panels/drop-reasons.ts';
import { messages } from '../words/words.ts';
import type { Fired, Rule } from './managed.ts';

export const isCondition = (text: unknown): text is Rule['when'] =>
  typeof text === 'string' && Object.hasOwn(messages.alerts.conditions, text);

export function conditionOf({ when, threshold, goal, reason, every }: Rule): string {
  const words = messages.alerts;
  const signed = `${(threshold ?? 0) < 0 ? '−' : '+'}${Math.abs(threshold ?? 0)}`;
  switch (when) {
    case 'silent':
      return threshold === undefined ? words.silentLong : words.silentFor(`${threshold}`);
    case 'change':
      return words.changeBy(signed);
    case 'goal':
      return words.reached(goal ?? '', `${threshold ?? 1}`);
    case 'dropped':
      return words.droppedOver(`${threshold ?? 10}`, reasonName(reason ?? ''));
    case 'digest':
      return every === undefined ? words.conditions.digest : words.digestEvery[every];
  }
}

export function findingOf({ when, value, expected }: Fired): string {
  const { found } = messages.alerts;
  switch (when) {
    case 'silent':
      return found.silent(`${value}`);
    case 'change':
      return found.change(`${value}`, `${expected}`);
    case 'goal':
      return found.goal(`${value}`);
    case 'dropped':
      return found.dropped(`${value}`);
    case 'digest':
      return found.digest;
  }
}
