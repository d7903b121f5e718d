import { compare } from './compare.ts';
import type { FigureName } from './figures.ts';

const figures = (changed: Partial<Record<FigureName, number>>) => ({
  machine: 'none',
  of: (name: FigureName) => changed[name] ?? 2,
});

test('each figure has the ratio of the two runs, and the sum of all tables too', () => {
  const small = figures({
    'disk: pageviews stored': 100_000,
    'disk: bytes of raw pings a pageview': 80,
    'disk: bytes of other tables a pageview': 120,
    'ingest: CPU seconds a ping, one a request': 0.00001,
  });
  const large = figures({
    'disk: pageviews stored': 1_000_000,
    'disk: bytes of raw pings a pageview': 60,
    'disk: bytes of other tables a pageview': 110,
    'ingest: CPU seconds a ping, one a request': 0.000012,
  });
  const lines = compare(small, large)
    .replace(/ *\| */g, '|')
    .split('\n');
  expect(lines[0]).toBe(
    '|figure|predicted from 100,000 pageviews|measured at 1,000,000 pageviews|ratio|within 20 %|',
  );
  expect(lines).toContain('|ingest: CPU seconds a ping, one a request|0.00001|0.000012|1.20|yes|');
  expect(lines).toContain('|disk: bytes of raw pings a pageview|80|60|0.75|no|');
  expect(lines).toContain('|disk: bytes of all tables a pageview|200|170|0.85|yes|');
  expect(lines.filter((line) => line.startsWith('|disk: pageviews stored'))).toEqual([]);
});
