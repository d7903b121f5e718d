import { streamsOf } from './flow-shape.ts';

test('streams fill the middle by their share, and have room for their names at the edge', () => {
  const streams = streamsOf([97, 2, 1]);
  expect(streams.map(({ share }) => share)).toEqual([0.97, 0.02, 0.01]);
  expect(streams.flatMap(({ middle }) => [middle.top, middle.height])).toEqual([0, 97, 97, 2, 99, 1]);
  expect(Math.min(...streams.map(({ edge }) => edge.height))).toBeGreaterThan(6);
  const last = streams.at(-1)?.edge;
  expect((last?.top ?? 0) + (last?.height ?? 0)).toBeCloseTo(100);
  // Without views there is none.
  expect(streamsOf([])).toEqual([]);
  expect(streamsOf([0, 0])).toEqual([]);
});
