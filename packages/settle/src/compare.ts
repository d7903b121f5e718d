import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { dueDays } from './due.ts';
import { withStage } from './rebuild.ts';
import type { SettledTable } from './tables.ts';

/** The settled days of a table that did not change since, `YYYY-MM-DD`. */
export async function settledDays(client: ClickHouseClient, table: SettledTable): Promise<string[]> {
  const days = await select(
    client,
    `select day as date from ${table.name} where site_id = '' order by date`,
    z.object({ date: z.iso.date() }),
  );
  const due = new Set(await dueDays(client, table));
  return days.map(({ date }) => date).filter((date) => !due.has(date));
}

/** The number of rows of a day that differ from a rebuild now. It changes nothing. */
export async function countDifferences(
  client: ClickHouseClient,
  table: SettledTable,
  date: string,
): Promise<number> {
  const columns = await select(
    client,
    `select name, type from system.columns
    where database = currentDatabase() and table = {table:String} and name != 'watermark' order by position`,
    z.object({ name: z.string(), type: z.string() }),
    { table: table.name },
  );
  // Equal states may differ in their bytes, so their results are compared.
  const values = columns.map(({ name, type }) =>
    type.startsWith('AggregateFunction') ? `finalizeAggregation(${name})` : name,
  );
  const side = (from: string, sign: number) =>
    `select cityHash64(${values.join(', ')}) as line, ${sign} as sign from ${from}
    where site_id != '' and day = '${z.iso.date().parse(date)}'`;
  return withStage(client, table, date, {}, async (stage) => {
    const rows = await select(
      client,
      `select count() as differing from (
        select line from (${side(table.name, 1)} union all ${side(stage, -1)}) group by line having sum(sign) != 0
      )`,
      z.object({ differing: z.number() }),
    );
    return only(rows).differing;
  });
}
