import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { join, parameter, raw, sql, text } from '@tallyhouse/sql';
import { z } from 'zod';
import { dueDays } from './look/look.ts';
import { withStage } from './rebuild.ts';
import type { SettledTable } from './tables/define.ts';

/**
 * Compares settled days of a table with a rebuild from the entity tables, and changes nothing.
 * @param from the start of the first day, milliseconds since 1970
 * @param to excluded
 * @returns the number of days, and those that differ, with the number of such rows
 */
export async function compareDays(
  client: ClickHouseClient,
  table: SettledTable,
  { from, to, signal }: { from: number; to: number; signal?: AbortSignal },
  progress: (day: number, of: number) => void = () => {},
) {
  const all = await settledDays(client, table);
  const days = all.filter((date) => Date.parse(date) >= from && Date.parse(date) < to);
  const differing: { date: string; rows: number }[] = [];
  for (const [index, date] of days.entries()) {
    progress(index + 1, days.length);
    const rows = await countDifferences(client, table, date, signal);
    // A day that a ping touched meanwhile may differ.
    if (rows > 0 && (await settledDays(client, table)).includes(date)) differing.push({ date, rows });
  }
  return { compared: days.length, differing };
}

/** The settled days of a table that did not change since, and that no deletion is about to rebuild, `YYYY-MM-DD`. */
async function settledDays(client: ClickHouseClient, table: SettledTable): Promise<string[]> {
  const days = await select(
    client,
    sql`select day as date from ${raw(table.stored)} where site_id = ''
      and day not in (select toDate(at) from deleting where what = 'day' and name = ${text(table.name)}) order by date`,
    z.object({ date: z.iso.date() }),
  );
  const due = new Set(await dueDays(client, table));
  return days.map(({ date }) => date).filter((date) => !due.has(date));
}

async function countDifferences(
  client: ClickHouseClient,
  table: SettledTable,
  date: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  const columns = await select(
    client,
    sql`select name, type from system.columns
    where database = currentDatabase() and table = ${text(table.stored)} and name != 'watermark' order by position`,
    z.object({ name: z.string(), type: z.string() }),
  );
  // Equal states may differ in their bytes, so their results are compared.
  const values = columns.map(({ name, type }) =>
    raw(type.startsWith('AggregateFunction') ? `finalizeAggregation(${name})` : name),
  );
  const side = (from: string, sign: number) => sql`
select cityHash64(${join(values, ', ')}) as line, ${sign} as sign
from ${raw(from)}
where site_id != '' and day = ${parameter(date, 'Date')}`;
  return withStage(client, table, date, signal ? { signal } : {}, async (stage) => {
    const rows = await select(
      client,
      sql`
select count() as differing
from (
    select line
    from (
        ${side(table.stored, 1)}
        union all
        ${side(stage, -1)}
    )
    group by line
    having sum(sign) != 0
)`,
      z.object({ differing: z.number() }),
    );
    return only(rows).differing;
  });
}
