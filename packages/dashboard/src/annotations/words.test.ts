import { localOf, momentOf, sitesOf } from './words.ts';

test.each([
  ['2026-11-21T00:00', 'Asia/Kathmandu', '2026-11-20T18:15', '2026-11-21T00:00'],
  ['2026-11-21T00:00', 'America/New_York', '2026-11-21T05:00', '2026-11-21T00:00'],
  // There are two such times.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30', '2026-10-25T02:30'],
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30', '2026-11-01T01:30'],
  // There is no such time: the clocks skip it.
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30', '2026-03-29T03:30'],
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30', '2026-03-08T03:30'],
  ['2026-03-08T00:30', 'America/Havana', '2026-03-08T05:30', '2026-03-08T01:30'],
  ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45', '2026-10-04T02:45'],
  // Less than a day before and after it, clocks are set.
  ['2026-03-29T12:00', 'Europe/Berlin', '2026-03-29T10:00', '2026-03-29T12:00'],
  ['2026-03-28T12:00', 'Europe/Berlin', '2026-03-28T11:00', '2026-03-28T12:00'],
])('%s in %s is %s UTC, which is shown as %s', (local, timezone, utc, shown) => {
  const moment = momentOf(local, timezone);
  expect([localOf(moment, 'UTC'), localOf(moment, timezone)]).toEqual([utc, shown]);
});

test('sites are called by their names', () => {
  const names = new Map([['blog', 'The Slow Kitchen']]);
  expect(sitesOf(['*'], names)).toBe('All sites');
  expect(sitesOf(['blog', 'gone'], names)).toBe('The Slow Kitchen, gone');
});
