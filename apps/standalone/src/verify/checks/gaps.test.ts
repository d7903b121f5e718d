import { around, cut, gaps, holds, joined, sizeOf } from './gaps.ts';

const span = (first: number, end: number) => ({ first: BigInt(first), end: BigInt(end) });

test('gaps lie before, between and behind what is there', () => {
  expect(gaps(span(3, 10), [4n, 5n, 8n])).toEqual([span(3, 4), span(6, 8), span(9, 10)]);
  expect(gaps(span(3, 6), [3n, 4n, 5n])).toEqual([]);
  expect(gaps(span(3, 6), [])).toEqual([span(3, 6)]);
  expect(gaps(span(3, 3), [])).toEqual([]);
});

test('spans that touch are joined, empty ones left out', () => {
  expect(joined([span(1, 3), span(3, 5), span(5, 5), span(7, 8)])).toEqual([span(1, 5), span(7, 8)]);
});

test('cut keeps what lies within', () => {
  expect(cut([span(1, 4), span(6, 9), span(20, 30)], span(3, 8))).toEqual([span(3, 4), span(6, 8)]);
});

test('spans know their size, and what they hold', () => {
  expect(sizeOf([span(1, 4), span(6, 9)])).toBe(6n);
  expect([0n, 1n, 3n, 4n, 6n, 9n].map((offset) => holds([span(1, 4), span(6, 9)], offset))).toEqual([
    false,
    true,
    true,
    false,
    true,
    false,
  ]);
});

test('around spans is all between the first and the last', () => {
  expect(around([span(6, 9), span(1, 4), span(0, 0)])).toEqual(span(1, 9));
  expect(around([span(3, 20), span(5, 7)])).toEqual(span(3, 20));
  expect(around([])).toEqual(span(0, 0));
});
