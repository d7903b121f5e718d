import { wholeUnits, within, without } from './spans.ts';

const span = (from: number, until: number) => ({ from, until });

test.each([
  ['its begin', span(0, 4), [span(4, 10)]],
  ['its end', span(6, 12), [span(0, 6)]],
  ['its middle', span(4, 6), [span(0, 4), span(6, 10)]],
  ['all of it', span(0, 10), []],
  ['one before it', span(-5, 0), [span(0, 10)]],
  ['one after it', span(12, 15), [span(0, 10)]],
])('a span minus %s', (_, other, rest) => {
  expect(without([span(0, 10)], [other])).toEqual(rest);
});

test('spans minus several others', () => {
  expect(without([span(0, 10), span(20, 30)], [span(2, 4), span(8, 22)])).toEqual([
    span(0, 2),
    span(4, 8),
    span(22, 30),
  ]);
});

test('the parts of spans within another one', () => {
  expect(within([span(0, 10), span(20, 30), span(40, 50)], span(5, 40))).toEqual([span(5, 10), span(20, 30)]);
});

test('the whole units in spans: none in a span that is too short', () => {
  expect(wholeUnits([span(7, 25), span(11, 19), span(30, 40)], 10)).toEqual([span(10, 20), span(30, 40)]);
});
