import fc from 'fast-check';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * Milliseconds from an anchor: often at a quarter of an hour, where buckets and days begin, or close to it, so that pings, ranges and buckets
 * meet; otherwise anywhere within three days.
 */
export const moment = fc.oneof(
  // Few values, so that pings are exactly on the edges of ranges, or next to them.
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
