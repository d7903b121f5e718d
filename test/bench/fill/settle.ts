import { join } from 'node:path';
import { createClickHouse, patience } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { dueDays, rebuildDay, settledTables } from '@tallyhouse/settle';
import { runCommand } from '../process.ts';
import type { Service } from '../service.ts';
import type { Filled } from './fill.ts';
import { severalAtOnce } from './several-at-once.ts';

/** A day takes one thread. */
const atOnce = 2;

/**
 * Settles what was filled, as the consumer does in the background of days.
 * @param days how many of the newest days: all of them, but for a look whether it works
 * @param lagMs how far watermarks lie back: by default not at all, as nothing is being stored meanwhile
 */
export async function settle({ clickhouseUrl }: Service, days: number, lagMs = 0): Promise<void> {
  const client = createClickHouse(
    { url: clickhouseUrl, database: 'tallyhouse' },
    createLogger('bench', 'error'),
    patience,
  );
  for (const table of settledTables) {
    const due = (await dueDays(client, table)).slice(0, days);
    await severalAtOnce(atOnce, due, (date) => rebuildDay(client, table, date, { lagMs }));
  }
  await client.close();
}

/**
 * Settles so many of the newest days with the command of the service's build: another build has other tables. What was stored in the
 * last two minutes counts as changed after it.
 */
export async function settleWithCommand(
  { dist, clickhouseUrl }: Service,
  { first, end }: Pick<Filled, 'first' | 'end'>,
  days: number,
): Promise<void> {
  const from = Math.max(first, end - (days - 1) * 86_400_000);
  const args = ['--from', new Date(from).toISOString().slice(0, 10)];
  await runCommand(join(dist, 'settle.js'), args, { CLICKHOUSE_URL: clickhouseUrl });
}
