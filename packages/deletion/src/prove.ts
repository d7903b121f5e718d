/** Searches for remaining data of a target after its deletion, in every column of every table of the database that could contain it. */
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { join, raw, type Sql, sql, texts } from '@tallyhouse/sql';
import { z } from 'zod';
import { deadLettersOf } from './dead-letters.ts';
import { crawlsOf } from './plan/crawls.ts';
import { type Target, valuesOf } from './target.ts';

/** Rows of a column with data of the target. */
export interface Left {
  table: string;
  column: string;
  rows: number;
}

/** UNKNOWN_TABLE */
const unknownTable = '60';

const columnRow = z.object({ table: z.string(), name: z.string(), type: z.string() });

/** Tables that contain traces on purpose: the plan, which is emptied next, hashes, and the days with deletions. */
const exempt = ['deleting', 'deleted_days', 'forgotten', 'migrations'];

/** The columns of all tables that could contain personal data. */
export const storedColumns = (client: ClickHouseClient): Promise<Column[]> =>
  select(
    client,
    sql`select table, name, type from system.columns
    where database = currentDatabase() and default_kind != 'ALIAS'
      and table in (select name from system.tables where database = currentDatabase() and endsWith(engine, 'MergeTree'))
      and table not in ${texts(exempt)}
    order by table, position`,
    columnRow,
  );

/** The columns with the begin of a row, besides `pinged_at`; 1970 for none. */
export const whenItBegan = ['first_seen_at', 'entered_at', 'occurred_at', 'first_view_at'];

/** @returns the columns that still have data of the target; none when all is gone */
export async function survivors(client: ClickHouseClient, about: Target): Promise<Left[]> {
  const columns = await storedColumns(client);
  const left: Left[] = [];
  for (const table of new Set(columns.map((column) => column.table))) {
    const ofTable = columns.filter((column) => column.table === table);
    const counted = ofTable.flatMap((column) => {
      const condition = conditionOf(about, column, ofTable);
      return condition === undefined ? [] : [{ column: column.name, condition }];
    });
    if (counted.length === 0) continue;
    const sums = counted.map(({ condition }) => sql`countIf(${condition})`);
    const rows = await select(
      client,
      sql`select [${join(sums, ', ')}] as counts from ${raw(table)}`,
      z.object({ counts: z.array(z.number()) }),
      valuesOf(about),
    ).catch((error: unknown) => {
      // A stage of a rebuild, which is gone by now.
      if (error instanceof ClickHouseError && error.code === unknownTable) return [{ counts: [] }];
      throw error;
    });
    const { counts } = only(rows);
    for (const [index, rows] of counts.entries()) {
      const column = counted[index]?.column ?? '';
      if (rows > 0) left.push({ table, column, rows });
    }
  }
  return left;
}

export type Column = z.output<typeof columnRow>;

function conditionOf(about: Target, column: Column, all: readonly Column[]): Sql | undefined {
  const { table, name, type } = column;
  const itself = raw(name);
  const hasSite = all.some((one) => one.name === 'site_id');
  const ofSite = hasSite ? sql`site_id = {site:String}` : sql`true`;
  if (table === 'dead_letters') return name === 'value' ? deadLettersOf(about) : undefined;
  switch (about.kind) {
    case 'site':
      if (name === 'site_id') return sql`site_id = {site:String}`;
      if (table === 'annotations' && ['sites', 'site_ids'].includes(name))
        return sql`has(${itself}, {site:String})`;
      return name === 'earlier_sites' ? sql`has(earlier_sites, {site:String})` : undefined;
    case 'ip':
      if (name === 'ip') return sql`${ofSite} and ip = {address:String}`;
      if (name === 'geography') return sql`${ofSite} and tupleElement(geography, 'ip') = {address:String}`;
      return plannedId(ofSite, column);
    case 'before':
      if (name === 'pinged_at')
        return sql`${ofSite} and drop_reason = '' and ${itself} < toDateTime64({day:Date}, 3, 'UTC')`;
      if (whenItBegan.includes(name))
        return sql`${ofSite} and {site:String} != '' and ${itself} > toDateTime64(0, 3, 'UTC') and ${itself} < toDateTime64({day:Date}, 3, 'UTC')`;
      return plannedId(ofSite, column);
    case 'forgotten':
      if (name === 'visitor_id')
        return sql`${ofSite} and SHA256(concat('visitor ', {site:String}, ' ', toString(visitor_id))) in (select hash from forgotten where kind = 'visitor')`;
      return plannedId(ofSite, column);
    case 'visitor':
    case 'session':
      if (/^(SimpleAggregateFunction\(\w+, )?UUID\)?$/.test(type)) {
        const planned = plannedId(sql`true`, column);
        return sql`${ofSite} and (${itself} = {id:UUID} or ${planned ?? sql`false`})`;
      }
      // As text, in sender-chosen fields, and in tuples.
      return /String|UUID/.test(type) && !/^AggregateFunction/.test(type)
        ? sql`${ofSite} and position(toString(${itself}), toString({id:UUID})) > 0`
        : undefined;
  }
}

function plannedId(ofSite: Sql, { table, name }: Column): Sql | undefined {
  // The account of a deleted ping has its id.
  if (table === 'pings' && name === 'ping_id') return undefined;
  if (table === 'crawls' && name === 'id') return crawlsOf({ kind: 'forgotten' });
  if (name === 'session_id')
    return sql`${ofSite} and session_id in (select id from deleting where what = 'session')`;
  if (name === 'ping_id') return sql`${ofSite} and ping_id in (select id from deleting where what = 'ping')`;
  return undefined;
}
