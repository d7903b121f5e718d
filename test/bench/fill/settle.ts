import { createClickHouse, patience } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { dueDays, rebuildDay, settledTables } from '@tallyhouse/settle';
import type { Service } from '../service.ts';
import { severalAtOnce } from './several-at-once.ts';

/** A day takes one thread. */
const atOnce = 2;

/**
 * Settles what was filled, as the consumer does in the background of days.
 * @param days how many of the newest days: all of them, but for a look whether it works
 * @param lagMs how far watermarks lie back: by default not at all, as nothing is being stored meanwhile
 */
export async function settle(
  { clickhouseUrl, database = 'tallyhouse' }: Pick<Service, 'clickhouseUrl'> & { database?: string },
  days: number,
  lagMs = 0,
): Promise<void> {
  const client = createClickHouse({ url: clickhouseUrl, database }, createLogger('bench', 'error'), patience);
  for (const table of settledTables) {
    const due = (await dueDays(client, table)).slice(0, days);
    await severalAtOnce(atOnce, due, (date) => rebuildDay(client, table, date, { lagMs }));
  }
  await client.close();
}
