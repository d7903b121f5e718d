import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';

/** The tables and views of a database, with the statements that create them. */
const table = z.object({
  name: z.string(),
  engine: z.string(),
  definition: z.string(),
  rows: z.coerce.number(),
});

type Table = z.output<typeof table>;

/**
 * Copies all tables, views and rows of one database into another, an empty one: the migrations take several times as
 * long. It knows none of them by name. test/schema/template.test.ts checks that nothing is missing.
 * @param client one that may read and write both
 */
export async function cloneDatabase(client: ClickHouseClient, from: string, to: string): Promise<void> {
  const all = await tablesOf(client, from);
  const create = async ({ definition }: Table) => {
    await client.command({ query: definition.replaceAll(`${from}.`, `${to}.`) });
  };
  const views = all.filter(isView);
  const tables = all.filter((one) => !isView(one));
  await Promise.all(tables.map(create));
  // Before there are views, which would fill other tables from these rows.
  for (const { name } of tables.filter(({ rows }) => rows > 0)) {
    await client.command({
      query:
        'insert into {to:Identifier}.{name:Identifier} select * from {from:Identifier}.{name:Identifier}',
      query_params: { from, to, name },
      clickhouse_settings: { async_insert: 0 },
    });
  }
  for (const step of inSteps(views, from)) await Promise.all(step.map(create));
}

async function tablesOf(client: ClickHouseClient, database: string): Promise<Table[]> {
  const result = await client.query({
    query: `
      select name, engine, create_table_query as definition, ifNull(total_rows, 0) as rows
      from system.tables
      where database = {database:String}`,
    query_params: { database },
    format: 'JSONEachRow',
  });
  return z.array(table).parse(await result.json());
}

function isView({ engine }: Table): boolean {
  return engine.endsWith('View');
}

/** Views that read each other: those of a step read only what the steps before have created. */
function inSteps(views: Table[], database: string): Table[][] {
  if (views.length === 0) return [];
  const reads = (view: Table, other: Table) =>
    view !== other && new RegExp(`\\b${database}\\.${other.name}\\b`).test(view.definition);
  const ready = views.filter((view) => !views.some((other) => reads(view, other)));
  if (ready.length === 0) throw new Error('These views read each other in a circle');
  return [
    ready,
    ...inSteps(
      views.filter((view) => !ready.includes(view)),
      database,
    ),
  ];
}
