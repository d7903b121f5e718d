import { day, hour } from '@tallyhouse/facts';
import { type HttpError, invalidParameter } from '@tallyhouse/service';
import type { Granularity } from '../parameters/granularity.ts';
import type { Range } from '../parameters/range.ts';
import { firstDate, later, localStart } from '../time/calendar.ts';
import type { Clock } from '../time/clock.ts';
import { createPause } from '../time/pause.ts';

const most = 5000;
/** Buckets to compute between two looks at the clock. */
const sliceStarts = 50;

/** Upper bounds on a bucket's length. A day can come twice (Kwajalein in 1969, at the date line). */
const longest = { hour, day: 2 * day, week: 8 * day, month: 32 * day } as const;

/**
 * The starts of the buckets that overlap a range, in order, milliseconds since 1970; the first is at or before the range's
 * start. Computed here because ClickHouse lacks some zones that the runtime knows. The first use of a zone takes tens of
 * milliseconds and yields to the event loop.
 * @throws HttpError 400 when there are too many
 */
export async function bucketStarts(range: Range, granularity: Granularity, clock: Clock): Promise<number[]> {
  if (range.end - range.start > most * longest[granularity]) throw tooMany(granularity);
  const coming = granularity === 'hour' ? hours(range.start, clock) : dates(range.start, granularity, clock);
  const starts: number[] = [];
  const pause = createPause();
  // A period that begins in this millisecond is empty, and has the bucket that begins.
  const end = Math.max(range.end, range.start + 1);
  for (const start of coming) {
    if (start >= end) break;
    if (start <= range.start) starts.length = 0;
    if (starts.push(start) > most) throw tooMany(granularity);
    if (starts.length % sliceStarts === 0) await pause();
  }
  return starts;
}

function tooMany(granularity: Granularity): HttpError {
  const message = `granularity must be longer, or the range shorter: it has more than ${most} buckets of one ${granularity}.`;
  return invalidParameter('granularity', message);
}

/**
 * Hours run from one full hour of local time to the next, and from each clock change: Lord Howe goes back from 02:00 to 01:30, so its hour
 * from 01:00 is followed by half an hour from 01:30.
 */
function* hours(from: number, clock: Clock): Generator<number> {
  const fullHour = (at: number) => {
    const ahead = clock.ahead(at);
    return Math.floor((at + ahead) / hour) * hour - ahead;
  };
  let start = fullHour(from);
  start = clock.setBetween(start, from) ?? start;
  for (;;) {
    yield start;
    const end = fullHour(start) + hour;
    start = clock.setBetween(start, end) ?? end;
  }
}

/** From one local day, Monday or first of a month to the next; a date that the zone skipped has no bucket. */
function* dates(from: number, granularity: Exclude<Granularity, 'hour'>, clock: Clock): Generator<number> {
  // Start one earlier: where clocks go back over midnight, a date can begin after a moment of that date.
  let date = later(firstDate(localStart(from, clock).date, granularity), -1, granularity);
  for (let last = Number.NEGATIVE_INFINITY; ; date = later(date, 1, granularity)) {
    const start = clock.momentOf(date);
    if (start > last) yield start;
    last = start;
  }
}
