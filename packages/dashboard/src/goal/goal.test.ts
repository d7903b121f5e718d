import fc from 'fast-check';
import { parseFilter, parseGoal } from '../../../filter/src/index.ts';
import { filterText, readFilter } from '../filters/filter.ts';
import { type Goal, goalName, goalText, isGoal, readGoal } from './goal.ts';

const pieces = [
  ...['event:', 'event!:', 'page~', 'prop.utm.x_-1:', 'source!~', 'visitor_type:', 'visitor_type!:', 'new'],
  ...['event', 'Page:', 'prop.:', ':', '~', '|', '\\', ';', '\n', '\u{1F35E}', '\u202E', ' '],
  ...['|'.repeat(99), 'x'.repeat(2000), 'event:a;'.repeat(19)],
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 7 }).map((some) => some.join(''));

test('any text is read as the API reads it, and what is read is written so that it means the same', () => {
  const refused = { accepts: expect.any(String) };
  const meant = ({ text, operator, values }: NonNullable<ReturnType<typeof parseFilter>>) => {
    return { dimension: /^[^:~!]*/.exec(text)?.[0], operator, values };
  };
  const expectSame = (text: string) => {
    const [filter, goal, read, readAsGoal] = [
      parseFilter(text),
      parseGoal(text),
      readFilter(text),
      readGoal(text),
    ];
    expect(read).toEqual(filter ? meant(filter) : refused);
    expect(readAsGoal).toEqual(goal?.conditions.map(meant) ?? refused);
    if ('dimension' in read) expect(readFilter(filterText(read))).toEqual(read);
    if (isGoal(readAsGoal)) expect(readGoal(goalText(readAsGoal))).toEqual(readAsGoal);
  };
  fc.assert(fc.property(text, expectSame), { seed: 1, numRuns: 3000 });
});

test('a goal has a name for readers', () => {
  const goal: Goal = [
    { dimension: 'event', operator: ':', values: ['Signup'] },
    { dimension: 'prop.plan', operator: '!:', values: ['pro', ''] },
  ];
  expect(goalName(goal)).toBe('Event is Signup and plan is not pro or Unknown');
});
