import { select, sqlTime } from '@tallyhouse/clickhouse';
import type { Check } from '../check.ts';
import { differing, differingRow } from './differing.ts';
import titlesSql from './titles.sql';
import visitorsSql from './visitors.sql';

/** Each visitor who was first seen in the period was so at its first ping. */
export const checkVisitors = overall('visitors', visitorsSql);

/** Each page's newest title of the period is that of its pings. */
export const checkTitles = overall('page titles', titlesSql);

/** At once, and not by day: what is of the period follows from the pings of all time. */
function overall(name: string, sql: string): Check {
  return async ({ clickhouse, range, keptSince, progress }) => {
    progress(name);
    const values = {
      from: sqlTime(range.from),
      to: sqlTime(range.to),
      // A ping may tell a time up to 10 minutes after its receipt.
      kept_since: sqlTime(keptSince === 0 ? 0 : keptSince + 600_000),
    };
    return [differing(name, await select(clickhouse, sql, differingRow, values))];
  };
}
