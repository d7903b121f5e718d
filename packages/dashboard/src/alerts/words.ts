import { dropReasons } from '../panels/drop-reasons.ts';
import type { Fired, Rule } from './managed.ts';

/** What a rule can watch. */
export const conditionNames: Readonly<Record<Rule['when'], string>> = {
  silent: 'Silence',
  change: 'More or fewer pageviews',
  goal: 'A goal',
  dropped: 'Dropped pings',
  digest: 'Digest',
};

export const isCondition = (text: unknown): text is Rule['when'] =>
  typeof text === 'string' && Object.hasOwn(conditionNames, text);

/** When a rule fires. */
export function conditionOf({ when, threshold, goal, reason, every }: Rule): string {
  const signed = `${(threshold ?? 0) < 0 ? '−' : '+'}${Math.abs(threshold ?? 0)}`;
  switch (when) {
    case 'silent':
      return threshold === undefined ? 'silent for longer than usual' : `silent for ${threshold} minutes`;
    case 'change':
      return `pageviews of an hour ${signed} % against the weeks before`;
    case 'goal':
      return `${goal} reached ${threshold ?? 1} times in a day`;
    case 'dropped':
      return `over ${threshold ?? 10} % dropped: ${dropReasons[reason ?? '']?.name ?? reason}`;
    case 'digest':
      return `digest every ${every}`;
  }
}

/** What was found. */
export function findingOf({ when, value, expected }: Fired): string {
  switch (when) {
    case 'silent':
      return `silent for ${value} minutes`;
    case 'change':
      return `${value} pageviews in an hour, usually ${expected}`;
    case 'goal':
      return `${value} conversions`;
    case 'dropped':
      return `${value} % dropped`;
    case 'digest':
      return 'digest';
  }
}
