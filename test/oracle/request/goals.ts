import fc from 'fast-check';
import type { Dimension } from '../filter.ts';
import type { Goal } from '../goal.ts';
import { oneOf, vocabulary } from '../traffic/vocabulary.ts';
import { filterOn } from './filters.ts';

const ofEvents: Dimension[] = ['event', ...vocabulary.property.map((name) => `prop.${name}` as const)];
const condition = (...dimensions: Dimension[]) => fc.constantFrom(...dimensions).chain(filterOn);

/** Mostly one condition: several leave few rows. */
const goal: fc.Arbitrary<Goal> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(condition('event')) },
  { weight: 3, arbitrary: fc.tuple(condition('page')) },
  { weight: 2, arbitrary: fc.tuple(condition('event'), condition('page', ...ofEvents)) },
  { weight: 1, arbitrary: fc.array(condition('page', ...ofEvents), { minLength: 1, maxLength: 3 }) },
);

/** Half of the time, none. */
export const goals = fc.oneof(fc.constant<Goal[]>([]), fc.array(goal, { minLength: 1, maxLength: 3 }));

const exactly = (dimension: Dimension, name: 'page_path' | 'event') =>
  oneOf(name).map((value): Goal => [{ dimension, operator: ':', values: [value] }]);

/** A step of a funnel, drawn from few goals, so that a row often matches several and steps repeat. */
export const step: fc.Arbitrary<Goal> = fc.oneof(
  { weight: 3, arbitrary: exactly('page', 'page_path') },
  { weight: 2, arbitrary: exactly('event', 'event') },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Goal>(
      [{ dimension: 'page', operator: '~', values: [''] }],
      [{ dimension: 'event', operator: '~', values: [''] }],
    ),
  },
  { weight: 2, arbitrary: goal },
);
