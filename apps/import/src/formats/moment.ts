const seconds = /^\d{9,10}(?:\.\d+)?$/;
const milliseconds = /^\d{12,13}(?:\.\d+)?$/;
const dateTime = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:[.,]\d+)?) ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * Parses a time: seconds or milliseconds since 1970, or a date and a time, in UTC unless a zone follows.
 * @returns milliseconds since 1970; NaN when it is invalid
 */
export function readMoment(text: string): number {
  if (seconds.test(text)) return Math.round(Number(text) * 1000);
  if (milliseconds.test(text)) return Math.round(Number(text));
  const found = dateTime.exec(text);
  if (found === null) return Number.NaN;
  const [, date = '', time = '', zone = 'Z'] = found;
  // Date takes 31 November for 1 December.
  if (new Date(date).getUTCDate() !== Number(date.slice(8))) return Number.NaN;
  return Date.parse(`${date}T${time.replace(',', '.').replace(/(\.\d{3})\d+/, '$1')}${isoZone(zone)}`);
}

function isoZone(zone: string): string {
  if (zone === 'Z' || zone === 'UTC') return 'Z';
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}
