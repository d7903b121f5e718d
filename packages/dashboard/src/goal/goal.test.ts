import { type Goal, goalName, goalText, readGoal } from './goal.ts';

type Condition = Goal[number];
const condition = (
  dimension: Condition['dimension'],
  operator: Condition['operator'],
  ...values: string[]
): Condition => ({ dimension, operator, values });

const escaped = condition('event', ':', 'a;b\\');
test.each<[string, Goal]>([
  ['event:Signup', [condition('event', ':', 'Signup')]],
  ['page~/checkout/', [condition('page', '~', '/checkout/')]],
  ['event:a\\;b\\\\;prop.plan:pro|\\|', [escaped, condition('prop.plan', ':', 'pro', '|')]],
])('%s is read, and written again', (text, goal) => {
  expect(readGoal(text)).toEqual(goal);
  expect(goalText(goal)).toBe(text);
});

const tooMany = Array(21).fill('event:a').join(';');

test.each(['', 'Signup', 'country:NL', 'event:a;', 'event:a;b', tooMany])('%.40j is refused', (text) => {
  expect(readGoal(text)).toEqual({ accepts: expect.any(String) });
});

test('a goal has a name for readers', () => {
  const goal = [condition('event', ':', 'Signup'), condition('prop.plan', '!:', 'pro', '')];
  expect(goalName(goal)).toBe('Event is Signup and plan is not pro or Unknown');
});
