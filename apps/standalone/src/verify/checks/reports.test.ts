import { disagreement } from './reports.ts';

test('counts that agree are nothing to tell', () => {
  expect(disagreement('pageviews', { '/overview': 7, '/export/pageviews': 7 })).toEqual([]);
});

test('counts that do not agree are all told', () => {
  expect(
    disagreement('pageviews', { '/overview': 1207, '/pageviews-over-time': 1207, '/pages': 1206 }),
  ).toEqual(['pageviews are counted differently: /overview 1,207, /pageviews-over-time 1,207, /pages 1,206']);
});
