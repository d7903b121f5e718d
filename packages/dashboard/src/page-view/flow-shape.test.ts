import { outline, streamsOf } from './flow-shape.ts';

test('streams fill the middle by their share, and have room for their names at the edge', () => {
  const streams = streamsOf([97, 2, 1]);
  expect(streams.map(({ share }) => share)).toEqual([0.97, 0.02, 0.01]);
  expect(streams.map(({ middle }) => middle)).toEqual([
    { top: 0, height: 97 },
    { top: 97, height: 2 },
    { top: 99, height: 1 },
  ]);
  expect(Math.min(...streams.map(({ edge }) => edge.height))).toBeGreaterThan(6);
  const last = streams.at(-1)?.edge;
  expect((last?.top ?? 0) + (last?.height ?? 0)).toBeCloseTo(100);
});

test('without views there is no stream', () => {
  expect(streamsOf([])).toEqual([]);
  expect(streamsOf([0, 0])).toEqual([]);
});

test('an outline goes to the middle and back', () => {
  const [only] = streamsOf([5]);
  if (only === undefined) throw new Error('there should be one');
  expect(outline(only)).toBe('M0 0C50 0 50 0 100 0V100C50 100 50 100 0 100Z');
});
