import fc from 'fast-check';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * Milliseconds from an anchor: often on a quarter of an hour, where buckets and days begin, or just beside it, so
 * that pings, ranges and buckets meet; else anywhere within three days.
 */
export const moment = fc.oneof(
  // Few enough that a ping stands on the very edge beside which a range begins or ends.
  fc
    .tuple(fc.constantFrom(0, 15 * minute, hour, -2 * hour, day, -day), fc.constantFrom(0, -1, 1))
    .map(([edge, beside]) => edge + beside),
  fc
    .tuple(fc.integer({ min: -3 * 96, max: 3 * 96 }), fc.constantFrom(0, 0, -1, 1))
    .map(([quarters, beside]) => quarters * 15 * minute + beside),
  fc
    .tuple(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0, -1, 1))
    .map(([days, beside]) => days * day + beside),
  fc.integer({ min: -6 * minute, max: 6 * minute }),
  fc.integer({ min: -3 * day, max: 3 * day }),
);
