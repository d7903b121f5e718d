import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { dueDays, rebuildDay, settledTables } from '@tallyhouse/settle';
import type { Service } from '../service.ts';

/** A day takes one thread. */
const atOnce = 2;

/**
 * Brings the rollups up to what was filled, as the consumer does in the background of days.
 * @param days how many of the newest days: all of them, but for a look whether it works
 */
export async function rollUp(
  { clickhouseUrl }: Service,
  days: number,
  say: (text: string) => void,
): Promise<void> {
  const client = createClickHouse(
    { url: clickhouseUrl, database: 'tallyhouse' },
    createLogger('bench', 'error'),
  );
  for (const rollup of settledTables) {
    const due = (await dueDays(client, rollup)).slice(0, days);
    if (due.length > 0) say(`rolling up ${due.length} days of ${rollup.name}`);
    const rollUpDueDays = async () => {
      for (let date = due.shift(); date !== undefined; date = due.shift())
        await rebuildDay(client, rollup, date, { lagMs: 0 });
    };
    await Promise.all(Array.from({ length: atOnce }, rollUpDueDays));
  }
  await client.close();
}
