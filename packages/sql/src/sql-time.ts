/** ClickHouse cannot store earlier times, and no site has pings from then. */
const earliest = Date.UTC(1900, 0, 2);

/**
 * A time for a `DateTime64(3, 'UTC')` parameter, as `YYYY-MM-DD hh:mm:ss.SSS`: old and new servers parse it alike, unlike
 * a bare number of few digits.
 * @param at milliseconds since 1970
 */
export function sqlTime(at: number): string {
  return new Date(Math.max(at, earliest)).toISOString().replace('T', ' ').replace('Z', '');
}

/** `DateTime` ends in the year 2106. */
const lastSecond = Date.UTC(2106, 0, 1);

/** The same for a `DateTime('UTC')` parameter, `YYYY-MM-DD hh:mm:ss`: clamped to the range of the type. */
export function sqlSecond(at: number): string {
  return sqlTime(Math.min(Math.max(at, 0), lastSecond)).slice(0, 19);
}
