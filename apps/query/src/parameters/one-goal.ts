import { acceptedGoal } from '@tallyhouse/filter';
import { goal } from './goal.ts';

export const oneGoal = {
  ...goal,
  description:
    'The goal whose conversions are counted: the events or pageviews that meet all of its conditions.',
  accepts: `sent once: ${acceptedGoal}`,
  schema: { ...goal.schema, examples: ['event:Signup'] },
  least: 1,
  most: 1,
};
