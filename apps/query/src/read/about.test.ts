import { type Span, wholeUnits, within, without } from './about.ts';

/** Spans such as `0-10 20-30`. */
const spans = (text: string): Span[] =>
  text.split(' ').flatMap((part) => {
    const [from = 0, until = 0] = part.split('-').map(Number);
    return part === '' ? [] : [{ from, until }];
  });

test.each([
  // Its begin, its end, its middle, all of it, one before it, one after it, and several.
  ['0-10', '0-4', '4-10'],
  ['0-10', '6-12', '0-6'],
  ['0-10', '4-6', '0-4 6-10'],
  ['0-10', '0-10', ''],
  ['5-10', '0-5', '5-10'],
  ['0-10', '12-15', '0-10'],
  ['0-10 20-30', '2-4 8-22', '0-2 4-8 22-30'],
])('the spans %s minus %s are %s', (from, others, rest) => {
  expect(without(spans(from), spans(others))).toEqual(spans(rest));
});

test('the parts within another span, and the whole units: none in a span that is too short', () => {
  expect(within(spans('0-10 20-30 40-50'), { from: 5, until: 40 })).toEqual(spans('5-10 20-30'));
  expect(wholeUnits(spans('7-25 11-19 30-40'), 10)).toEqual(spans('10-20 30-40'));
});
