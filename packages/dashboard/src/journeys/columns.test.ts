import type { Journey } from '../api/reports.ts';
import { columnsOf } from './columns.ts';
import { journey } from './journey-under-test.ts';
import { nodeName } from './node.ts';

/** The stops of each column with their visits, and the number of its links. */
const shapeOf = (journeys: Journey[], backwards = false) =>
  columnsOf(journeys, backwards).map(({ stops, links }) => {
    const nameOf = (node: (typeof stops)[0]['node']) => (typeof node === 'string' ? node : nodeName(node));
    return [stops.map(({ node, sessions }) => `${nameOf(node)} ${sessions}`).join(', '), links.length];
  });

const ways = [
  journey(6, '/', '/pricing', 'Signup'),
  journey(3, '/', '/docs'),
  journey(1, '/blog', '/pricing'),
];

test('visits are counted by place, and those that are over are outside', () => {
  expect(shapeOf(ways)).toEqual([
    ['/ 9, /blog 1', 3],
    ['/pricing 7, /docs 3', 3],
    ['Signup 6, outside 4', 0],
  ]);
});

test('journeys to a place are aligned at their end', () => {
  const stops = shapeOf([journey(2, '/', '/thanks'), journey(1, '/a', '/b', '/thanks')], true);
  expect(stops.map(([column]) => column)).toEqual(['/a 1, outside 2', '/ 2, /b 1', '/thanks 3']);
});

test('beyond the six most frequent a column has one stop for the others', () => {
  const many = Array.from({ length: 9 }, (_, index) => journey(10 - index, '/', `/${index}`));
  expect(shapeOf(many)).toEqual([
    ['/ 54', 7],
    ['/0 10, /1 9, /2 8, /3 7, /4 6, /5 5, others 9', 0],
  ]);
});

test('a link leaves its stops no higher than they are, and columns stay within the picture', () => {
  for (const { stops, links } of columnsOf(ways, false)) {
    const bottom = (box: { top: number; height: number } | undefined) => (box?.top ?? 0) + (box?.height ?? 0);
    expect(bottom(stops.at(-1))).toBeLessThanOrEqual(100);
    for (const { from } of links) {
      expect(stops.some((stop) => stop.top <= from.top && bottom(from) <= bottom(stop) + 1e-9)).toBe(true);
    }
  }
});

test('next to one that nearly all visits pass, the smallest stops keep room for their names', () => {
  const small = Array.from({ length: 9 }, (_, index) => journey(1, '/', `/${index}`));
  const [, second] = columnsOf([journey(900, '/', '/big'), ...small], false);
  const heights = second?.stops.map(({ height }) => height) ?? [];
  expect(heights).toHaveLength(7);
  expect(Math.min(...heights)).toBe(6);
  const { top = 0, height = 0 } = second?.stops.at(-1) ?? {};
  expect(top + height).toBeLessThanOrEqual(100);
});

test('a stop and a link know the journeys that pass them', () => {
  const [first, second] = columnsOf(ways, false);
  expect(second?.stops.map(({ journeys }) => [...journeys])).toEqual([[0, 2], [1]]);
  expect(first?.links.map(({ journeys }) => [...journeys])).toEqual([[0], [1], [2]]);
});

test('an event and a page of the same name are two stops', () => {
  const event = { ...journey(1, '/x'), path: [{ page: undefined, event: '/x' }] };
  expect(columnsOf([journey(2, '/x'), event], false)[0]?.stops).toHaveLength(2);
});
