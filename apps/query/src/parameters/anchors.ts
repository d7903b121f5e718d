import { acceptedGoal, type Goal } from '@tallyhouse/filter';
import { readGoal } from './named-goals.ts';
import type { Parameter } from './parameter.ts';

const anchor = (name: string, description: string): Parameter<Goal, undefined> => ({
  name,
  description,
  accepts: acceptedGoal,
  schema: { type: 'string', minLength: 1, examples: ['page:/pricing', 'event:Signup'] },
  default: undefined,
  parse: readGoal,
});

export const from = anchor('from', 'A goal: paths begin at the first match of it. Not together with to.');
export const to = anchor('to', 'A goal: paths end at the last match of it. Not together with from.');
