import { ask, sqlTime } from '../ask.ts';
import type { Check } from '../check.ts';
import { differing, differingRow } from './differing.ts';
import sql from './titles.sql';

/** Each page's newest title of the period is that of its pings. */
export const checkTitles: Check = async ({ clickhouse, range, keptSince, progress }) => {
  progress('page titles');
  const values = {
    from: sqlTime(range.from),
    to: sqlTime(range.to),
    // A ping may tell a time up to 10 minutes after its receipt.
    kept_since: sqlTime(keptSince === 0 ? 0 : keptSince + 600_000),
  };
  return [differing('page titles', await ask(clickhouse, sql, values, differingRow))];
};
