const quarter = 15 * 60_000;
const hour = 4 * quarter;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** A zone's local time at an instant, as though it were UTC. */
export function wallTime(at: number, zone: string): number {
  const clock = clocks.get(zone) ?? makeClock(zone);
  const shown = Date.parse(`${clock.format(at).replace(' ', 'T')}Z`);
  return shown + (((at % 1000) + 1000) % 1000);
}

/** Swedish dates have the form of ISO 8601. */
function makeClock(zone: string): Intl.DateTimeFormat {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, clock);
  return clock;
}

/** `2026-11-21` */
export const dateOf = (wall: number) => new Date(wall).toISOString().slice(0, 10);

/** The first instant of a date, or of a later one when the date is skipped. Steps of a quarter of an hour suffice: no clock change or offset is finer. */
export function midnight(date: string, zone: string): number {
  let at = Date.parse(date) - 15 * hour;
  while (dateOf(wallTime(at, zone)) < date) at += quarter;
  return at;
}

/**
 * The first instant with a local time, found in the same steps. A skipped time is as far after the gap as after the gap's start; a skipped midnight is
 * the first moment after it.
 */
export function instantOf(wall: number, zone: string): number {
  let at = Math.floor((wall - 15 * hour) / quarter) * quarter;
  // Each quarter is searched, because the next may begin with an earlier local time, where clocks go back.
  for (; ; at += quarter) {
    const within = at + (wall - wallTime(at, zone));
    if (at <= within && within < at + quarter && wallTime(within, zone) === wall) return within;
    if (wallTime(at, zone) > wall) break;
  }
  if (wall % (24 * hour) === 0) return at;
  return wall - (wallTime(at - quarter, zone) - (at - quarter));
}

/** An instant in a zone, with its offset: `2026-10-25T02:00:00+01:00`. */
export function localIso(at: number, zone: string): string {
  const wall = wallTime(at, zone);
  const minutes = (wall - at) / 60_000;
  const two = (n: number) => String(n).padStart(2, '0');
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return new Date(wall).toISOString().replace('.000Z', offset);
}

export type Granularity = 'hour' | 'day' | 'week' | 'month';

/** The part of the local time that all instants of a bucket share. */
function labelOf(at: number, granularity: Granularity, zone: string): string {
  const wall = wallTime(at, zone);
  const local = new Date(wall);
  const sinceMonday = (local.getUTCDay() + 6) % 7;
  switch (granularity) {
    case 'hour':
      // With the offset, because an hour may occur twice.
      return `${local.toISOString().slice(0, 13)} ${wall - at}`;
    case 'day':
      return dateOf(wall);
    case 'week':
      return dateOf(wall - sinceMonday * 24 * hour);
    case 'month':
      return dateOf(wall).slice(0, 7);
  }
}

/** The starts of the buckets, from the one that contains `start` to the last one before `end`. */
export function bucketStarts(start: number, end: number, granularity: Granularity, zone: string): number[] {
  const label = (at: number) => labelOf(at, granularity, zone);
  // Only hours are shorter than 23 hours.
  const leap = granularity === 'hour' ? quarter : 22 * hour;
  let at = Math.floor(start / quarter) * quarter;
  while (label(at - leap) === label(at)) at -= leap;
  while (label(at - quarter) === label(at)) at -= quarter;
  const starts: number[] = [];
  while (at < end) {
    starts.push(at);
    const own = label(at);
    while (label(at + leap) === own) at += leap;
    while (label(at) === own) at += quarter;
  }
  return starts;
}
