import { HttpError } from '@tallyhouse/service';
import { DateTime } from 'luxon';
import type { Clock } from './clock.ts';
import type { Granularity } from './parameters/granularity.ts';
import type { Range } from './range.ts';

const most = 5000;
const hour = 3_600_000;

/**
 * The instants at which the buckets begin that overlap a range, in order, milliseconds since 1970: the first one at or
 * before its start. Worked out here, as ClickHouse lacks some zones that the runtime knows.
 * @throws HttpError 400 when there are too many
 */
export function bucketStarts(range: Range, granularity: Granularity, clock: Clock): number[] {
  const coming = granularity === 'hour' ? hours(range.start, clock) : dates(range.start, granularity, clock);
  const starts: number[] = [];
  for (const start of coming) {
    if (start >= range.end) break;
    if (start <= range.start) starts.length = 0;
    if (starts.push(start) > most) throw tooMany(granularity);
  }
  return starts;
}

function tooMany(granularity: Granularity): HttpError {
  const message = `granularity must be a longer one, or the range shorter: it has more than ${most} buckets of one ${granularity}.`;
  return new HttpError('invalid_parameter', message, { parameter: 'granularity' });
}

/**
 * From one full hour of the clock on the wall to the next, and from each moment at which that is set: Lord Howe goes back
 * from 02:00 to 01:30, so there the hour from 01:00 is followed by half of one from 01:30.
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

const steps = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } } as const;

/** From one local day, Monday or first of a month to the next; a date that the zone left out has no bucket. */
function* dates(from: number, granularity: keyof typeof steps, clock: Clock): Generator<number> {
  const holding = DateTime.fromMillis(from + clock.ahead(from), { zone: 'utc' }).startOf(granularity);
  // One earlier: where the clock goes back over midnight, a date can begin after a moment that bears it.
  let date = holding.minus(steps[granularity]);
  for (let last = Number.NEGATIVE_INFINITY; ; date = date.plus(steps[granularity])) {
    const start = clock.firstShowing(date.toMillis());
    if (start > last) yield start;
    last = start;
  }
}
