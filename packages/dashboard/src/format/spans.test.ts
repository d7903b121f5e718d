import { spanName } from './spans.ts';

const at = (moment: string) => Date.parse(moment);

test.each([
  ['UTC', '2026-11-08T00:00Z', '2026-11-15T00:00Z', 'Nov 8 – 14'],
  ['UTC', '2026-11-21T00:00Z', '2026-11-21T14:47Z', 'Nov 21, until 2:47 PM'],
  // Their clocks go from midnight to one, at the end of the one and at the begin of the other.
  ['Africa/Cairo', '2026-04-16T22:00Z', '2026-04-23T22:00Z', 'Apr 17 – 23'],
  ['America/Santiago', '2026-09-06T04:00Z', '2026-09-08T03:00Z', 'Sep 6 – 7'],
])('in %s a span from %s to %s is %s', (timezone, start, end, words) => {
  const name = spanName(at(start), at(end), timezone, at('2026-11-21T10:15Z'));
  expect(name.replace(/\s/g, ' ')).toBe(words);
});
