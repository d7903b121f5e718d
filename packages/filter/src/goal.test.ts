import { parseGoal } from './goal.ts';

/** The conditions of a goal as name, operator and values. */
const shortened = (text: string) => {
  const goal = parseGoal(text);
  const conditions = goal?.conditions.map(
    ({ dimension: { column, property }, operator, values }) =>
      [property ?? column, operator, values] as const,
  );
  return goal && { on: goal.on, conditions };
};

test.each([
  ['event:Signup', 'events', [['event', ':', ['Signup']]]],
  [
    'event:Purchase;prop.plan:pro|team',
    'events',
    [
      ['event', ':', ['Purchase']],
      ['plan', ':', ['pro', 'team']],
    ],
  ],
  ['page:/thanks', 'pageviews', [['page_path', ':', ['/thanks']]]],
  ['page~/checkout/', 'pageviews', [['page_path', '~', ['/checkout/']]]],
  [
    'page~/shop/;page!:/shop/cart',
    'pageviews',
    [
      ['page_path', '~', ['/shop/']],
      ['page_path', '!:', ['/shop/cart']],
    ],
  ],
  [
    'page:/pricing;event!~click',
    'events',
    [
      ['page_path', ':', ['/pricing']],
      ['event', '!~', ['click']],
    ],
  ],
  [
    'page:/a;prop.plan:',
    'events',
    [
      ['page_path', ':', ['/a']],
      ['plan', ':', ['']],
    ],
  ],
  ['prop.a.b:x', 'events', [['a.b', ':', ['x']]]],
])('%s', (text, on, conditions) => {
  expect(shortened(text)).toEqual({ on, conditions });
});

test.each([
  ['event:a\\;b', ['a;b']],
  ['event:a\\;|b', ['a;', 'b']],
  ['event:a\\|b', ['a|b']],
  ['event:a\\\\|b', ['a\\', 'b']],
  ['event:a\\\\\\;b', ['a\\;b']],
  ['event:a\\b\\', ['a\\b\\']],
  ['event:event:a', ['event:a']],
  ['event:\n😀\0', ['\n😀\0']],
])('values of %j', (text, values) => {
  expect(parseGoal(text)?.conditions.map((condition) => condition.values)).toEqual([values]);
});

test('an escaped backslash does not escape the semicolon after it', () => {
  expect(shortened('event:a\\\\;page:/b')?.conditions).toEqual([
    ['event', ':', ['a\\']],
    ['page_path', ':', ['/b']],
  ]);
});

test('keeps the text as sent', () => {
  expect(parseGoal('event:a\\;b;page:/c')?.text).toBe('event:a\\;b;page:/c');
});

test.each([
  '',
  ';',
  'Signup',
  'event:Signup;',
  ';event:Signup',
  'event:Signup; page:/a',
  'event:Signup;source:Google',
  'country:DE',
  'exit_page:/a',
  'visitor_type:new',
  'referrer:https://a.example/',
  'name:Signup',
  'prop.:x',
  'prop.a b:x',
  'constructor:x',
  Array(21).fill('page~a').join(';'),
  `page:${'x'.repeat(2001)}`,
])('%.40j is not a goal', (text) => {
  expect(parseGoal(text)).toBeUndefined();
});

test('the maximum is accepted', () => {
  expect(parseGoal(Array(20).fill('page~a').join(';'))?.conditions).toHaveLength(20);
});
