import { pathOf } from './paths.ts';

test('a site cannot leave its folder', () => {
  const path = (site: string) => pathOf({ view: 'sessions', site, date: '2026-11-01' });
  expect(path('blog.example_1-a')).toBe('sessions/site=blog.example_1-a/date=2026-11-01/part-0.parquet');
  expect(path('..')).toBe('sessions/site=../date=2026-11-01/part-0.parquet');
  expect(path('../a=b é')).toBe('sessions/site=..%2Fa%3Db%20%C3%A9/date=2026-11-01/part-0.parquet');
});
