import { ask, sqlTime } from '../ask.ts';
import type { Check } from '../check.ts';
import { differing, differingRow } from './differing.ts';
import sql from './visitors.sql';

/** Each visitor who was first seen in the period was so at its first ping. */
export const checkVisitors: Check = async ({ clickhouse, range, keptSince, progress }) => {
  progress('visitors');
  const values = {
    from: sqlTime(range.from),
    to: sqlTime(range.to),
    // A ping may tell a time up to 10 minutes after its receipt.
    kept_since: sqlTime(keptSince === 0 ? 0 : keptSince + 600_000),
  };
  return [differing('visitors', await ask(clickhouse, sql, values, differingRow))];
};
