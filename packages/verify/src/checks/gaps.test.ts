import { around, cut, gaps, holds, joined, sizeOf } from './gaps.ts';

const span = (first: number, end: number) => ({ first: BigInt(first), end: BigInt(end) });

test('finds gaps before, between and after present offsets', () => {
  expect(gaps(span(3, 10), [4n, 5n, 8n])).toEqual([span(3, 4), span(6, 8), span(9, 10)]);
  expect(gaps(span(3, 6), [3n, 4n, 5n])).toEqual([]);
  expect(gaps(span(3, 6), [])).toEqual([span(3, 6)]);
  expect(gaps(span(3, 3), [])).toEqual([]);
});

test('joins adjacent spans and drops empty ones', () => {
  expect(joined([span(1, 3), span(3, 5), span(5, 5), span(7, 8)])).toEqual([span(1, 5), span(7, 8)]);
});

test('cut keeps the parts within a span', () => {
  expect(cut([span(1, 4), span(6, 9), span(20, 30)], span(3, 8))).toEqual([span(3, 4), span(6, 8)]);
});

test('computes size and membership of spans', () => {
  const spans = [span(1, 4), span(6, 9)];
  expect(sizeOf(spans)).toBe(6n);
  expect([0n, 1n, 3n, 4n, 6n, 9n].filter((offset) => holds(spans, offset))).toEqual([1n, 3n, 6n]);
});

test('around covers everything from the first to the last span', () => {
  expect(around([span(6, 9), span(1, 4), span(0, 0)])).toEqual(span(1, 9));
  expect(around([span(3, 20), span(5, 7)])).toEqual(span(3, 20));
  expect(around([])).toEqual(span(0, 0));
});
