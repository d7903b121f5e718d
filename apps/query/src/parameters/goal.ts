import { acceptedGoal, type Goal } from '@tallyhouse/filter';
import { propName } from '@tallyhouse/ping';
import { readGoal } from './named-goals.ts';
import type { RepeatedParameter } from './parameter.ts';

const most = 5;

export const goal: RepeatedParameter<Goal> = {
  name: 'goal',
  description:
    'Adds `goals` to each row of /overview, /sources, /pages, /geo, /devices, /breakdown and /pageviews-over-time: the events or pageviews of the period that meet all conditions of the goal.',
  accepts: `sent at most ${most} times, each time ${acceptedGoal}`,
  schema: {
    type: 'string',
    pattern: `^((event|prop\\.${propName}|page)!?[:~]|name:)`,
    examples: [
      'event:Signup',
      'event:Purchase;prop.plan:pro|team',
      'page:/thanks',
      'page~/checkout/',
      'name:Signup',
    ],
  },
  default: undefined,
  most,
  parse: readGoal,
};
