import fc from 'fast-check';
import { eventFits, type Filter, pageviewFits, written } from '../filter.ts';
import type { Event, Pageview } from '../site.ts';
import { oneOf } from '../traffic/vocabulary.ts';

/** Conditions on one event, or on one pageview when none is on a name or property. */
export type Goal = Filter[];

const isOfEvents = (goal: Goal) => goal.some(({ dimension }) => dimension !== 'page');

export const eventMatches = (event: Event, goal: Goal) => isOfEvents(goal) && eventFits(event, goal);
export const viewMatches = (view: Pageview, goal: Goal) => !isOfEvents(goal) && pageviewFits(view, goal);

const condition = (dimension: Filter['dimension'], value: fc.Arbitrary<string>): fc.Arbitrary<Filter> =>
  fc.record({
    dimension: fc.constant(dimension),
    operator: fc.constantFrom<Filter['operator']>(':', ':', ':', '!:', '~'),
    values: fc.oneof(
      { weight: 2, arbitrary: fc.tuple(value) },
      { weight: 1, arbitrary: fc.array(value, { minLength: 2, maxLength: 3 }) },
    ),
  });

const onPage = condition('page', oneOf('page_path'));
const onEvent = condition('event', oneOf('event'));
const onProperty = condition('prop.plan', oneOf('value'));
/** Matches every pageview, or every event. */
const any = fc.constantFrom<Goal>(
  [{ dimension: 'page', operator: '~', values: [''] }],
  [{ dimension: 'event', operator: '~', values: [''] }],
);

/** Few goals, so that one row often matches several of them, and steps are repeated. */
export const goal: fc.Arbitrary<Goal> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(onPage) },
  { weight: 3, arbitrary: fc.tuple(onEvent) },
  { weight: 3, arbitrary: any },
  { weight: 1, arbitrary: fc.tuple(onEvent, onProperty) },
  { weight: 1, arbitrary: fc.tuple(onPage, onProperty) },
);

/** A goal as sent. */
export const writtenGoal = (goal: Goal) =>
  goal.map((filter) => written(filter).replaceAll(';', '\\;')).join(';');
