import { idAge, idLead, pingLead } from '@tallyhouse/ping';
import { raw, type Sql, sql, time } from '@tallyhouse/sql';
import { type Check, onEachServer, type ServerSubject } from '../check.ts';
import { differing, lookFor } from './differing.ts';
import { keptFrom } from './firsts.ts';
import { compareRebuilt, events, pageviews, type Rebuilt, sessions } from './rebuilt.ts';
import { sessionDays } from './session-days.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Checks that the table has exactly the pageviews of a rebuild from raw pings. */
export const checkPageviews = checkDays(pageviews);

/** Checks the sessions likewise. */
export const checkSessions = checkDays(sessions);

/** Checks the events of the period, all days at once: an event has one ping. */
export const checkEvents: Check = onEachServer(async ({ clickhouse, range, keptSince, progress }) => {
  progress('events');
  const from = Math.max(range.from, keptFrom(keptSince));
  const within = (column: string) =>
    sql`${raw(column)} >= ${time(from)} and ${raw(column)} < ${time(range.to)}`;
  const compared = compareRebuilt(events, within('occurred_at'), sql`event != '' and ${within('pinged_at')}`);
  return [differing('events', [await lookFor(clickhouse, compared)])];
});

/** Checks day by day, so that no query holds more than a day's ids. */
function checkDays(entity: Rebuilt): Check {
  return onEachServer(async (subject) => {
    const { clickhouse, progress } = subject;
    const { from, to } = keyRange(subject);
    const days = await sessionDays(clickhouse, { from, to });
    const results = [];
    for (const [index, start] of days.entries()) {
      progress(`${entity.table}: day ${index + 1} of ${days.length}`);
      const [first, end] = [Math.max(from, start), Math.min(to, start + day)];
      results.push(await lookFor(clickhouse, compareHours(entity, first, end)));
    }
    return [differing(entity.table, results)];
  });
}

/** Compares the rows of sessions of some hours. A row in the hour of another session has no ping. */
function compareHours(entity: Rebuilt, first: number, end: number) {
  const hours = (hour: Sql) => sql`${hour} >= ${time(first)} and ${hour} < ${time(end)}`;
  const pings = sql`event = '' and ${hours(raw(`${entity.columns['session_hour']}`))}
  -- Implied by the hour, because the time in an id is that of its session's hour or up to an hour later; stated so that only these days of
  -- pings are read.
  and pinged_at >= ${time(first - idLead)} and pinged_at < ${time(end + hour + idAge)}`;
  return compareRebuilt(entity, hours(raw('session_hour')), pings);
}

/**
 * The hours of sessions to check. Pings are received little before the time they state (`pingLead`), which is little before the
 * time in the id (`idLead`): this long after the first raw pings, every session still has all of its pings.
 */
function keyRange({ range, keptSince }: ServerSubject) {
  const known = keptSince === 0 ? range.from : Math.max(range.from, keptSince + idLead + pingLead);
  return { from: Math.floor(known / hour) * hour + (known > range.from ? hour : 0), to: range.to };
}
