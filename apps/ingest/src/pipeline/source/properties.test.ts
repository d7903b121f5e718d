import fc from 'fast-check';
import clickIds from './click-ids.json';
import { classifySource, isSpamReferrer } from './index.ts';

const bytes = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);
const nearlyAddresses = fc
  .array(
    fc.constantFrom(
      'http://',
      'android-app://',
      '//',
      'www.',
      'google',
      '.',
      'com',
      'co.uk',
      '*',
      '@',
      ':',
      '[',
      ']',
      '%',
      '\0',
      ' ',
      '🙂',
      '\ud800',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));
const text = fc.oneof(bytes, nearlyAddresses, fc.webUrl({ withQueryParameters: true }));
const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...Object.keys(clickIds)), bytes), bytes), {
  maxLength: 5,
});

const arrivals = fc.record({
  referrer: text,
  hostname: text,
  utm_source: text,
  utm_medium: text,
  query: fc.option(query, { nil: undefined }).map((pairs) => pairs && new URLSearchParams(pairs)),
});

test('whatever arrives has a source and a medium of 1 to 100 characters, the same each time', () => {
  fc.assert(
    fc.property(arrivals, (arrival) => {
      const found = classifySource(arrival);
      expect(Object.keys(found).sort()).toEqual(['medium', 'source']);
      for (const name of [found.source, found.medium]) {
        expect(name.trim()).toBe(name);
        expect(name.length).toBeGreaterThan(0);
        expect(name.length).toBeLessThanOrEqual(100);
      }
      expect(classifySource(arrival)).toEqual(found);
    }),
    { numRuns: 3000 },
  );
});

test('whatever the referrer, it is spam or it is not', () => {
  fc.assert(
    fc.property(text, (referrer) => {
      expect([true, false]).toContain(isSpamReferrer(referrer));
    }),
    { numRuns: 1000 },
  );
});
