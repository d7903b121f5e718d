import { csvName } from './csv-name.ts';

/** 00:30 of the 22nd in Amsterdam. */
const now = Date.parse('2026-11-21T23:30:00Z');
const site = 'My.Site_1';
const march = { first: '2026-03-01', last: '2026-03-31' };

test.each([
  ['*', 'all-sites'],
  ['@writing', 'writing'],
])('the download of %s is that of %s', (site, named) => {
  const name = `${named}-pages-2026-03-01-2026-03-31.csv`;
  expect(csvName({ site, period: march, timezone: 'UTC' }, now, 'Pages')).toBe(name);
});

test.each([
  ['7d', 'UTC', '2026-11-15-2026-11-21'],
  ['7d', 'Europe/Amsterdam', '2026-11-16-2026-11-22'],
  ['yesterday', 'Europe/Amsterdam', '2026-11-21-2026-11-21'],
  ['24h', 'Europe/Amsterdam', '2026-11-21-2026-11-22'],
  [march, 'America/New_York', '2026-03-01-2026-03-31'],
] as const)('%j in %s is called by its first and last day there: %s', (period, timezone, days) => {
  expect(csvName({ site, period, timezone }, now, 'Over time')).toBe(`My.Site_1-over-time-${days}.csv`);
});
