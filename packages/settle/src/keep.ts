/** Keeps the settled tables of this build, and drops unused ones of other builds. */
import type { ClickHouseClient } from '@clickhouse/client';
import { command, only, replicatedStatements, select } from '@tallyhouse/clickhouse';
import { raw, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import type { SettledTable } from './tables/define.ts';
import { settledTables } from './tables/index.ts';
import { isSettled } from './trust/find.ts';

/** A settled table of any build. */
const standing = z.object({
  name: z.string(),
  /** When a day of it was last rebuilt, or it was created: milliseconds since 1970. */
  touchedAt: z.number(),
});

type Standing = z.output<typeof standing>;

const standingTables = sql`
select
    name,
    toUnixTimestamp(greatest(metadata_modification_time, last_part_at)) * 1000 as touchedAt
from system.tables
left join (
    select
        table,
        max(modification_time) as last_part_at
    from system.parts
    where database = currentDatabase()
    group by table
) as parts on parts.table = tables.name
where database = currentDatabase()
  and ${isSettled('name')}
order by name`;

/** Creates the tables that are missing. With replicated tables, on this replica. Safe when two processes do so at once. */
export async function createSettledTables(
  client: ClickHouseClient,
  tables: readonly SettledTable[] = settledTables,
): Promise<void> {
  const there = new Set((await select(client, standingTables, standing)).map(({ name }) => name));
  const missing = tables.filter(({ stored }) => !there.has(stored));
  if (missing.length === 0) return;
  const { database, engine } = only(await select(client, placeHere, place));
  // Before the first migration it is unknown whether tables are replicated here.
  if (engine === '') return;
  for (const { create } of missing) {
    // The name identifies the definition: no migration is part of its path.
    const statements = engine.startsWith('Replicated')
      ? replicatedStatements(create, { database, version: 0 })
      : [create];
    for (const query of statements) await client.command({ query });
  }
}

const place = z.object({ database: z.string(), engine: z.string() });

const placeHere = sql`
select
    currentDatabase() as database,
    anyIf(engine, name = 'pings') as engine
from system.tables
where database = currentDatabase()`;

/** Another build that still runs rebuilds a day of its tables now and then. */
const unusedMs = 24 * 3_600_000;

/**
 * Drops the tables of other builds in which no day was rebuilt for a day: the builds that read them are gone. This build's own must have
 * their days.
 * @param now milliseconds since 1970
 */
export const dropUnusedTables = (client: ClickHouseClient, now: number) =>
  dropOthers(client, ({ touchedAt }) => touchedAt <= now - unusedMs);

/**
 * Drops the tables of other builds at once: they may contain data to be deleted. A build that still uses them makes them again, and reads
 * the entity tables meanwhile.
 */
export const dropOtherTables = (client: ClickHouseClient) => dropOthers(client, () => true);

/** ClickHouse refuses to drop more than 50 GB by accident. */
const noLimits = { max_table_size_to_drop: '0', max_partition_size_to_drop: '0' } as const;

async function dropOthers(client: ClickHouseClient, isUnused: (table: Standing) => boolean): Promise<void> {
  const own = new Set(settledTables.map(({ stored }) => stored));
  const tables = await select(client, standingTables, standing);
  for (const table of tables.filter(({ name }) => !own.has(name)).filter(isUnused)) {
    // The drop affects only this replica; the rows are removed from all of them.
    const stored = raw(table.name);
    for (const statement of [
      sql`alter table ${stored} drop partition all`,
      sql`drop table if exists ${stored} sync`,
    ])
      await command(client, statement, { clickhouse_settings: noLimits });
  }
}
