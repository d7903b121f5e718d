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
 * Settles the filled days, as the consumer does in the background.
 * @param days how many of the newest days: all of them, except in a quick look
 * @param lagMs how far watermarks are in the past: by default not at all, because no inserts run
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

/** Settles the newest days with the command of the service's build: other builds have other tables. Rows of the last two minutes then count as changed. */
export async function settleWithCommand(
  { dist, clickhouseUrl }: Service,
  { first, end }: Pick<Filled, 'first' | 'end'>,
  days: number,
): Promise<void> {
  const from = Math.max(first, end - (days - 1) * 86_400_000);
  const args = ['--from', new Date(from).toISOString().slice(0, 10)];
  await runCommand(join(dist, 'settle.js'), args, { CLICKHOUSE_URL: clickhouseUrl });
}
