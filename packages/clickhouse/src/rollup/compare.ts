import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';
import { only, select } from '../select.ts';
import { dueDays } from './due.ts';
import { withDay } from './rebuild.ts';
import type { Rollup } from './tables.ts';

/** The days of a rollup that were made and not touched since, `YYYY-MM-DD`: what reports take from it. */
export async function completeDays(client: ClickHouseClient, rollup: Rollup): Promise<string[]> {
  const made = await select(
    client,
    `select toString(toDate(slot)) as date from ${rollup.table} where site_id = '' order by date`,
    z.object({ date: z.iso.date() }),
  );
  const due = new Set(await dueDays(client, rollup));
  return made.map(({ date }) => date).filter((date) => !due.has(date));
}

/** How many rows of a day differ from what a rebuild would make of it now. It changes nothing. */
export async function countDifferences(
  client: ClickHouseClient,
  rollup: Rollup,
  date: string,
): Promise<number> {
  const { table } = rollup;
  const columns = await select(
    client,
    `select name, type from system.columns
    where database = currentDatabase() and table = '${table}' and name != 'complete_until' order by position`,
    z.object({ name: z.string(), type: z.string() }),
  );
  // Equal states may be of different bytes: what they say is compared.
  const values = columns.map(({ name, type }) =>
    type.startsWith('AggregateFunction') ? `finalizeAggregation(${name})` : name,
  );
  const side = (from: string, sign: number) =>
    `select cityHash64(${values.join(', ')}) as line, ${sign} as sign from ${from}
    where site_id != '' and toDate(slot) = '${z.iso.date().parse(date)}'`;
  return withDay(client, rollup, date, {}, async (stage) => {
    const rows = await select(
      client,
      `select count() as differing from (
        select line from (${side(table, 1)} union all ${side(stage, -1)}) group by line having sum(sign) != 0
      )`,
      z.object({ differing: z.coerce.number() }),
    );
    return only(rows).differing;
  });
}
