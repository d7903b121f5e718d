/** Since 1970: their length tells seconds, milliseconds, microseconds and nanoseconds apart. */
const units = /^(\d{9,10}|\d{12,13}|\d{15,16}|\d{18,19})(?:\.\d+)?$/;
const dateTime = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:[.,]\d+)?) ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * Parses a time: a number since 1970, a date and a time, in UTC unless a zone follows, or that of the combined format.
 * @returns milliseconds since 1970; NaN when it is invalid
 */
export function readMoment(text: string): number {
  const whole = units.exec(text)?.[1];
  if (whole !== undefined) return Math.round(Number(text) * 1000 ** (4 - Math.floor(whole.length / 3)));
  const found = dateTime.exec(plainOf(text));
  if (found === null) return Number.NaN;
  const [, date = '', time = '', zone = 'Z'] = found;
  // Date takes 31 November for 1 December.
  if (new Date(date).getUTCDate() !== Number(date.slice(8))) return Number.NaN;
  return Date.parse(`${date}T${time.replace(',', '.').replace(/(\.\d{3})\d+/, '$1')}${isoZone(zone)}`);
}

const isoZone = (zone: string) =>
  zone === 'Z' || zone === 'UTC' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const combined = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):((?!24)\d\d:\d\d:\d\d) ([+-]\d{4})$/;

/** `10/Oct/2026:13:55:36 -0700` as `2026-10-10 13:55:36-0700`, `2026/10/10 13:55:36` with dashes; other texts stay. */
function plainOf(text: string): string {
  const [, day, name = '', year, time = '', zone] = combined.exec(text) ?? [];
  if (day === undefined) return text.replace(/^(\d{4})\/(\d\d)\/(?=\d\d )/, '$1-$2-');
  const month = String(months.indexOf(name) + 1).padStart(2, '0');
  // A leap second counts as the one before it.
  return `${year}-${month}-${day} ${time.replace(/60$/, '59')}${zone}`;
}
