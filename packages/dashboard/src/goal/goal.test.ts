import { type Goal, goalName } from './goal.ts';

test('a goal has a name for readers', () => {
  const goal: Goal = [
    { dimension: 'event', operator: ':', values: ['Signup'] },
    { dimension: 'prop.plan', operator: '!:', values: ['pro', ''] },
  ];
  expect(goalName(goal)).toBe('Event is Signup and plan is not pro or Unknown');
});
