import type { ClickHouseClient } from '@clickhouse/client';
import { select } from '@tallyhouse/clickhouse';
import { inTurns } from '@tallyhouse/service';
import { dropOtherTables, dropStages, rebuildDay, settledTables } from '@tallyhouse/settle';
import { sql } from '@tallyhouse/sql';
import { z } from 'zod';
import type { Report } from '../report.ts';

const plannedDay = z.object({ name: z.string(), date: z.iso.date() });

/**
 * Rebuilds the settled days of the plan from the remaining data, and drops the settled tables of other builds, which still have deleted
 * data. Days that are not settled need nothing. Other processes' earlier rebuilds have read deleted data: they fail, because their stages
 * are dropped, and are tried again later. A rebuild uses one core, and at most 2 GB of memory.
 */
export async function rebuildDays(client: ClickHouseClient, report: Report): Promise<void> {
  await dropStages(client);
  await dropOtherTables(client);
  const days = await select(
    client,
    sql`select distinct name, toString(toDate(at)) as date from deleting
    where what = 'day' and (name, formatDateTime(at, '%Y%m%d')) in (
        select splitByString('__', table)[1], partition_id from system.parts
        where database = currentDatabase() and active and table in {stored:Array(String)}
    )
    order by date desc, name`,
    plannedDay,
    { stored: settledTables.map(({ stored }) => stored) },
  );
  report.step(`rebuilding ${days.length} settled days`);
  await inTurns(days.entries(), async ([index, { name, date }], signal) => {
    const table = settledTables.find((one) => one.name === name);
    if (table === undefined) throw new Error(`there is no settled table ${name}`);
    report.show(`${name}, ${date}, ${index + 1} of ${days.length}`);
    await rebuildDay(client, table, date, { signal });
  });
}
