import { select, sqlTime } from '@tallyhouse/clickhouse';
import { pingLead } from '@tallyhouse/ping';
import { type Check, onEachServer } from '../check.ts';
import { differing, differingRow, rebuilt } from './differing.ts';
import eventIdsSql from './event-ids.sql';
import eventsSql from './events.sql';
import titlesSql from './titles.sql';
import visitorsSql from './visitors.sql';

/** Checks that visitors who were first seen in the period were first seen at their first ping. */
export const checkVisitors = overall('visitors', visitorsSql);

/** Checks that the newest titles of the period are those of the pings. */
export const checkTitles = overall('page titles', titlesSql);

/** Checks that the events of the period are those of the pings. */
export const checkEvents = overall('events', eventsSql);

/** Checks that of several events with one id the first is known. */
export const checkEventIds = overall('event ids', eventIdsSql);

/** Checks all days at once: what belongs to the period depends on the pings of all time. */
function overall(name: string, sql: string): Check {
  return onEachServer(async ({ clickhouse, range, keptSince, progress }) => {
    progress(name);
    const values = {
      from: sqlTime(range.from),
      to: sqlTime(range.to),
      // A ping may state a time after its receipt.
      kept_since: sqlTime(keptSince === 0 ? 0 : keptSince + pingLead),
    };
    return [differing(name, await select(clickhouse, sql, differingRow, values), rebuilt)];
  });
}
