import { acceptedGoal, type Goal } from '@tallyhouse/filter';
import { readGoal } from './named-goals.ts';
import type { RepeatedParameter } from './parameter.ts';

const [least, most] = [2, 10];

export const steps: RepeatedParameter<Goal> = {
  name: 'step',
  description:
    'The steps of the funnel, in order. Each is done by a pageview or event of its own; equal steps need several.',
  accepts: `sent ${least} to ${most} times, each ${acceptedGoal}`,
  schema: { type: 'string', minLength: 1, examples: ['page:/pricing', 'event:Signup'] },
  default: undefined,
  least,
  most,
  parse: readGoal,
};
