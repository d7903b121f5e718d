import { select, sqlTime } from '@tallyhouse/clickhouse';
import { idAge, idLead, pingLead } from '@tallyhouse/ping';
import type { Finding } from '@tallyhouse/service';
import { z } from 'zod';
import { type Check, onEachServer, type ServerSubject } from '../check.ts';
import { differing, differingRow, rebuilt } from './differing.ts';
import hoursSql from './entity-days.sql';
import pageviewsSql from './pageviews.sql';
import sessionsSql from './sessions.sql';

const hour = 3_600_000;
const day = 24 * hour;

/** Checks that the table has exactly the pageviews of a rebuild from raw pings. */
export const checkPageviews: Check = onEachServer((subject) =>
  checkEntity(subject, 'pageviews', pageviewsSql),
);

/** Checks the sessions likewise. */
export const checkSessions: Check = onEachServer((subject) => checkEntity(subject, 'sessions', sessionsSql));

/** Checks day by day, so that no query holds more than a day's ids. */
async function checkEntity(subject: ServerSubject, name: string, sql: string): Promise<Finding[]> {
  const { clickhouse, progress } = subject;
  const { from, to } = keyRange(subject);
  const bounds = { from: sqlTime(from), to: sqlTime(to) };
  const days = await select(clickhouse, hoursSql, z.object({ day_ms: z.number() }), bounds);
  const results = [];
  for (const [index, { day_ms }] of days.entries()) {
    progress(`${name}: day ${index + 1} of ${days.length}`);
    const [first, end] = [Math.max(from, day_ms), Math.min(to, day_ms + day)];
    const slice = {
      from: sqlTime(first),
      to: sqlTime(end),
      // The pings of these sessions: the time in an id is that of its session's hour or up to an hour later.
      pinged_from: sqlTime(first - idLead),
      pinged_to: sqlTime(end + hour + idAge),
    };
    results.push(...(await select(clickhouse, sql, differingRow, slice)));
  }
  return [differing(name, results, rebuilt)];
}

/**
 * The hours of sessions to check. Pings are received little before the time they state (`pingLead`), which is little before the
 * time in the id (`idLead`): from so long after the first raw pings on, every session still has all of its pings.
 */
function keyRange({ range, keptSince }: ServerSubject) {
  const known = keptSince === 0 ? range.from : Math.max(range.from, keptSince + idLead + pingLead);
  return { from: Math.floor(known / hour) * hour + (known > range.from ? hour : 0), to: range.to };
}
