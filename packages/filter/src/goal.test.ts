import fc from 'fast-check';
import { filterText, readFilter } from '../../dashboard/src/filters/filter.ts';
import { goalText, isGoal, readGoal } from '../../dashboard/src/goal/goal.ts';
import { type Filter, parseFilter } from './filter.ts';
import { parseGoal } from './goal.ts';

/** The subject of a goal, and its conditions as name, operator and values, between `<` and `>`. */
function shortened(text: string) {
  const goal = parseGoal(text);
  const conditions = goal?.conditions.map(({ dimension: { column, property }, operator, values }) =>
    [property ?? column, operator, ...values.map((value) => `<${value}>`)].join(''),
  );
  return goal && [goal.on, ...(conditions ?? [])];
}

test.each([
  ['event:Signup', ['events', 'event:<Signup>']],
  ['event:Purchase;prop.plan:pro|team', ['events', 'event:<Purchase>', 'plan:<pro><team>']],
  ['page:/thanks', ['pageviews', 'page_path:</thanks>']],
  ['page~/checkout/', ['pageviews', 'page_path~</checkout/>']],
  ['page~/shop/;page!:/shop/cart', ['pageviews', 'page_path~</shop/>', 'page_path!:</shop/cart>']],
  ['page:/pricing;event!~click', ['events', 'page_path:</pricing>', 'event!~<click>']],
  ['page:/a;prop.plan:', ['events', 'page_path:</a>', 'plan:<>']],
  ['prop.a.b:x', ['events', 'a.b:<x>']],
  // A backslash escapes a semicolon, a bar and itself.
  ['event:a\\;b', ['events', 'event:<a;b>']],
  ['event:a\\;|b', ['events', 'event:<a;><b>']],
  ['event:a\\|b', ['events', 'event:<a|b>']],
  ['event:a\\\\|b', ['events', 'event:<a\\><b>']],
  ['event:a\\\\\\;b', ['events', 'event:<a\\;b>']],
  ['event:a\\b\\', ['events', 'event:<a\\b\\>']],
  ['event:a\\\\;page:/b', ['events', 'event:<a\\>', 'page_path:</b>']],
  ['event:event:a', ['events', 'event:<event:a>']],
  ['event:\n😀\0', ['events', 'event:<\n😀\0>']],
])('%j', (text, conditions) => {
  expect(shortened(text)).toEqual(conditions);
  expect(parseGoal(text)?.text).toBe(text);
});

const noConditions = ['', ';', 'Signup', 'event:Signup;', ';event:Signup', 'event:Signup; page:/a'];
const ofVisits = ['event:Signup;source:Google', 'country:DE', 'exit_page:/a', 'visitor_type:new'];
const noNames = ['referrer:https://a.example/', 'name:Signup', 'prop.:x', 'prop.a b:x', 'constructor:x'];
const tooLong = [Array(21).fill('page~a').join(';'), `page:${'x'.repeat(2001)}`];

test.each([...noConditions, ...ofVisits, ...noNames, ...tooLong])('%.40j is not a goal', (text) => {
  expect(parseGoal(text)).toBeUndefined();
});

test('the maximum is accepted', () => {
  expect(parseGoal(Array(20).fill('page~a').join(';'))?.conditions).toHaveLength(20);
});

const pieces = [
  ...['event:', 'event!:', 'page~', 'prop.utm.x_-1:', 'source!~', 'visitor_type:', 'visitor_type!:', 'new'],
  ...['event', 'Page:', 'prop.:', ':', '~', '|', '\\', ';', '\n', '\u{1F35E}', '\u202E', ' '],
  ...['|'.repeat(99), 'x'.repeat(2000), 'event:a;'.repeat(19)],
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 7 }).map((some) => some.join(''));

test('the dashboard reads any text the same way, and writes what it has read so that it means the same', () => {
  const refused = { accepts: expect.any(String) };
  const meant = ({ text, operator, values }: Filter) => {
    return { dimension: /^[^:~!]*/.exec(text)?.[0], operator, values };
  };
  const expectSame = (text: string) => {
    const [filter, goal] = [parseFilter(text), parseGoal(text)];
    const [read, readAsGoal] = [readFilter(text), readGoal(text)];
    expect(read).toEqual(filter ? meant(filter) : refused);
    expect(readAsGoal).toEqual(goal?.conditions.map(meant) ?? refused);
    if ('dimension' in read) expect(readFilter(filterText(read))).toEqual(read);
    if (isGoal(readAsGoal)) expect(readGoal(goalText(readAsGoal))).toEqual(readAsGoal);
  };
  fc.assert(fc.property(text, expectSame), { seed: 1, numRuns: 3000 });
});
