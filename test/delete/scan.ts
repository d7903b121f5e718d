import type { ClickHouseClient } from '@clickhouse/client';
import { rowsOf } from '../harness/clickhouse.ts';

/** The tables that have a row of a site. Besides deleted_days: whoever copied its numbers learns there that they are gone. */
export async function tablesOf(client: ClickHouseClient, site: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, hasSite } of await tables(client)) {
    if (!hasSite || name === 'deleted_days') continue;
    const query = `select 1 from ${name} where site_id = {site:String} limit 1`;
    if ((await rowsOf(client, query, { site })).length > 0) found.push(name);
  }
  return found;
}

/**
 * The tables that have one of the ids anywhere: as text, or as its 16 bytes. Without the rows of other sites: one id may come
 * to several.
 */
export async function tablesWith(
  client: ClickHouseClient,
  site: string,
  ids: Iterable<string>,
): Promise<string[]> {
  const forms = [...ids].flatMap(formsOf);
  const found: string[] = [];
  for (const { name, hasSite } of await tables(client)) {
    const { stream } = await client.exec({
      query: `select * from ${name} ${hasSite ? "where site_id in ({site:String}, '')" : ''} format RowBinary`,
      query_params: { site },
    });
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (forms.some((form) => bytes.includes(form))) found.push(name);
  }
  return found;
}

const tables = (client: ClickHouseClient) =>
  rowsOf<{ name: string; hasSite: number }>(
    client,
    `select name, name in (
      select table from system.columns where database = currentDatabase() and name = 'site_id'
    ) as hasSite
    from system.tables where database = currentDatabase() and endsWith(engine, 'MergeTree')
      -- Tables of rebuilds come and go.
      and not match(name, '_stage_[0-9a-f]{32}$')`,
  );

/** Text, its 16 bytes in order, and as ClickHouse stores them: two numbers, each with its last byte first. */
function formsOf(id: string): Buffer[] {
  const inOrder = Buffer.from(id.replaceAll('-', ''), 'hex');
  const stored = Buffer.concat([
    Buffer.from(inOrder.subarray(0, 8)).reverse(),
    Buffer.from(inOrder.subarray(8)).reverse(),
  ]);
  return [Buffer.from(id), inOrder, stored];
}
