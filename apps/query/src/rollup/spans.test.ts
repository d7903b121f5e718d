import { isSome, overlap, type Span, spanOf, without } from './spans.ts';

const span = (start: number, end: number) => spanOf({ start, end }, `at_${start}`, `at_${end}`);
const texts = (spans: readonly Span[]) =>
  spans.map(({ from, until }) => `${from.parameter} ${until.parameter}`);

test.each([
  ['its begin', span(0, 4), ['at_4 at_10']],
  ['its end', span(6, 12), ['at_0 at_6']],
  ['its middle', span(4, 6), ['at_0 at_4', 'at_6 at_10']],
  ['all of it', span(0, 10), []],
  ['what is before it', span(-5, 0), ['at_0 at_10']],
  ['what is after it', span(12, 15), ['at_0 at_10']],
])('a span without %s', (_, taken, left) => {
  expect(texts(without([span(0, 10)], taken))).toEqual(left);
});

test('what two spans share is between parameters of theirs', () => {
  expect(texts([overlap(span(0, 10), span(4, 12))])).toEqual(['at_4 at_10']);
  expect(isSome(overlap(span(0, 4), span(4, 12)))).toBe(false);
});
