import { streamsOf } from './flow-shape.ts';

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
