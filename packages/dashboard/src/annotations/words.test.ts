import { localOf, momentOf, sitesOf } from './words.ts';

test.each([
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T02:30'],
  // There is no such time: the clocks skip it.
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T03:30'],
  ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-04T02:45'],
  ['2026-11-21T00:00', 'Asia/Kathmandu', '2026-11-21T00:00'],
])('%s in %s is the moment that is shown as %s', (local, timezone, shown) => {
  expect(localOf(momentOf(local, timezone), timezone)).toBe(shown);
});

test('sites are called by their names', () => {
  const names = new Map([['blog', 'The Slow Kitchen']]);
  expect(sitesOf(['*'], names)).toBe('All sites');
  expect(sitesOf(['blog', 'gone'], names)).toBe('The Slow Kitchen, gone');
});
