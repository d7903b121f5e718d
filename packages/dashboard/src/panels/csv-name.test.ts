import { csvName } from './csv-name.ts';

/** 00:30 of the 22nd in Amsterdam. */
const now = Date.parse('2026-11-21T23:30:00Z');
const site = 'My.Site_1';

test.each([
  ['7d', 'UTC', 'My.Site_1-over-time-2026-11-15-2026-11-21.csv'],
  ['7d', 'Europe/Amsterdam', 'My.Site_1-over-time-2026-11-16-2026-11-22.csv'],
  ['yesterday', 'Europe/Amsterdam', 'My.Site_1-over-time-2026-11-21-2026-11-21.csv'],
  ['24h', 'Europe/Amsterdam', 'My.Site_1-over-time-2026-11-21-2026-11-22.csv'],
  [
    { first: '2026-03-01', last: '2026-03-31' },
    'America/New_York',
    'My.Site_1-over-time-2026-03-01-2026-03-31.csv',
  ],
] as const)('%j in %s is called by its first and last day there', (period, timezone, name) => {
  expect(csvName({ site, period, timezone }, now, 'Over time')).toBe(name);
});
