import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { settledTablesFor } from '@tallyhouse/query/reader';
import { totals } from '@tallyhouse/query/relations';
import { chooseTables, createTrust, type DayState, type Read } from '@tallyhouse/settle';
import type { Site } from './site.ts';
import { day } from './traffic/moment.ts';

/** The states in which a report of totals reads the days of these pings. */
export async function statesOf(client: ClickHouseClient, { ids, received }: Site): Promise<DayState[]> {
  const times = received.map(({ pinged_at }) => pinged_at);
  const range = { start: Math.min(...times), end: Math.max(...times) + day };
  const read: Read = (query, row) => select(client, query, row);
  const trusted = await createTrust()(read, [settledTablesFor(totals, [])], ids, range);
  const { runs } = only(await trusted.days(chooseTables([trusted])));
  return times.flatMap((at) => runs.find(({ from, until }) => from <= at && at < until)?.state ?? []);
}
