import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { withStage } from './rebuild.ts';
import type { SettledTable } from './tables.ts';

/**
 * Compares a day that changed since it was settled with a rebuild, as far as reports read its settled rows: those of the sessions that did
 * not change since. Only tables of sessions have such rows (trust/trusted-days.ts).
 * @returns the number of rows that differ; 0 when reports read the whole day live
 */
export async function compareChangedDay(
  client: ClickHouseClient,
  table: SettledTable,
  date: string,
  signal: AbortSignal,
): Promise<number> {
  if (table.fact !== 'session' || !table.columns.includes('session_id')) return 0;
  const [settled] = await select(
    client,
    `select toString(max(watermark)) as settled_until from ${table.name} where site_id = '' and day = {date:Date}
    having count() = 1 and max(watermark) between now64(3) - toIntervalDay(2) and now64(3)`,
    z.object({ settled_until: z.string() }),
    { date },
  );
  // Before the stage is filled: another rebuild may swap in the day meanwhile, and sessions that this one lacks are then left out.
  if (settled === undefined) return 0;
  const key = 'site_id, session_hour, session_id';
  const side = (from: string, sign: number) =>
    `select ${key}, cityHash64(${table.columns.join()}) as line, ${sign} as sign
    from ${from} where site_id != '' and day = {date:Date}`;
  const query = (stage: string) => `select count() as differing from (
      select line from (${side(table.name, 1)} union all ${side(stage, -1)})
      where (${key}) not in (select ${key} from changed_sessions where changed_at >= {settled_until:DateTime64(3, 'UTC')}
        and changed_from >= toStartOfFiveMinutes({settled_until:DateTime64(3, 'UTC')}))
      group by line having sum(sign) != 0)`;
  const counted = z.object({ differing: z.number() });
  return withStage(
    client,
    table,
    date,
    { signal },
    async (stage) => only(await select(client, query(stage), counted, { date, ...settled })).differing,
  );
}
