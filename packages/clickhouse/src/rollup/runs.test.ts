import { runsFor } from './runs.ts';

const fill = '';
const memory = 2_000_000_000;
const small = { pageviews: 1000, pathBytes: 30_000, longestPath: 200 };
const long = { pageviews: 120_000, pathBytes: 720_000_000, longestPath: 6000 };

/** How many runs there are by sessions and by paths. */
function divided(
  about: { bySessions?: true; byPaths?: true },
  size: typeof small,
  halvings = 0,
): [number, number] {
  const { runs } = runsFor({ table: 'some', fill, ...about }, size, memory, halvings);
  const places = runs.map(({ run, piece }) => `${run} ${piece}`);
  expect(new Set(places).size).toBe(runs.length);
  const [first] = runs;
  return [first?.runs ?? 0, first?.pieces ?? 0];
}

test('a small day is filled in one run', () => {
  expect(divided({ bySessions: true, byPaths: true }, small)).toEqual([1, 1]);
});

test('long paths are divided by their bytes, many pageviews by their number', () => {
  expect(divided({ bySessions: true, byPaths: true }, long)).toEqual([1, 12]);
  expect(divided({ bySessions: true }, { ...small, pageviews: 4_200_000 })).toEqual([3, 1]);
  expect(divided({}, long)).toEqual([1, 1]);
});

test('each halving makes twice as many', () => {
  const both = { bySessions: true, byPaths: true } as const;
  expect([0, 1, 2, 3].map((halvings) => divided(both, small, halvings))).toEqual([
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 4],
  ]);
  expect(divided({ bySessions: true }, small, 3)).toEqual([8, 1]);
  expect(divided({ byPaths: true }, small, 3)).toEqual([1, 8]);
});

test('the longer the paths, the fewer rows are taken at a time', () => {
  const rowsOf = (longestPath: number) =>
    runsFor({ table: 'some', fill }, { ...small, longestPath }, memory, 0).settings.max_block_size;
  expect([0, 200, 6000, 10_000_000].map(rowsOf)).toEqual(['65409', '65409', '5208', '256']);
});
