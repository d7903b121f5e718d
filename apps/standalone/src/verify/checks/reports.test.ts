import { disagreement } from './reports.ts';

test('reports nothing when counts agree', () => {
  expect(disagreement('pageviews', { '/overview': 7, '/export/pageviews': 7 })).toEqual([]);
});

test('reports all counts when they differ', () => {
  expect(
    disagreement('pageviews', { '/overview': 1207, '/pageviews-over-time': 1207, '/pages': 1206 }),
  ).toEqual(['pageviews differ: /overview 1,207, /pageviews-over-time 1,207, /pages 1,206']);
});
