import type { Firing } from '../firing.ts';
import { sentenceOf } from './words.ts';

test.each<[Firing['when'], number | null, number | null, string]>([
  ['silent', 1, null, 'No pings for 1 minute, longer than usual.'],
  ['silent', 1440, 60, 'No pings for 1,440 minutes (threshold: 60).'],
  [
    'change',
    1,
    1204.5,
    '1 pageview in the last full hour. The mean of that hour in the previous four weeks is 1,204.5.',
  ],
  ['goal', 1, 1, '1 conversion today (threshold: 1).'],
  ['goal', 12_345, 10_000, '12,345 conversions today (threshold: 10,000).'],
  ['dropped', 12.3, 10, '12.3% of the pings of the last hour were dropped (threshold: 10).'],
  ['digest', null, null, 'The digest is ready.'],
  ['goal', null, null, 'This is a test: nothing has happened.'],
])('an alert of %s with %s, expected %s, reads: %s', (when, value, expected, sentence) => {
  expect(sentenceOf({ when, value, expected })).toBe(sentence);
});
