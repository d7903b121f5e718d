import { type Goal, goalName, goalText, readGoal } from './goal.ts';

const signup = { dimension: 'event', operator: ':', values: ['Signup'] } as const;

test.each<[string, Goal]>([
  ['event:Signup', [{ ...signup, values: ['Signup'] }]],
  [
    'event:a\\;b\\\\;prop.plan:pro|\\|',
    [
      { dimension: 'event', operator: ':', values: ['a;b\\'] },
      { dimension: 'prop.plan', operator: ':', values: ['pro', '|'] },
    ],
  ],
  ['page~/checkout/', [{ dimension: 'page', operator: '~', values: ['/checkout/'] }]],
])('%s is read, and written again', (text, goal) => {
  expect(readGoal(text)).toEqual(goal);
  expect(goalText(goal)).toBe(text);
});

test.each(['', 'Signup', 'country:NL', 'event:a;', 'event:a;b', Array(21).fill('event:a').join(';')])(
  'refuses %.40j with the reason',
  (text) => {
    expect(readGoal(text)).toEqual({ accepts: expect.any(String) });
  },
);

test('a goal has a name for readers', () => {
  const plan = { dimension: 'prop.plan', operator: '!:', values: ['pro', ''] } as const;
  expect(
    goalName([
      { ...signup, values: ['Signup'] },
      { ...plan, values: [...plan.values] },
    ]),
  ).toBe('Event is Signup and plan is not pro or Unknown');
});
