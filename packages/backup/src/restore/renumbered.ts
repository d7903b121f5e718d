/**
 * Backups from before the release of 0.1.0, when the migrations had other numbers. Their tables of pings, and those that pings fill, have a
 * part of today's columns: ClickHouse fills the others by their defaults, as after `alter table ... add column`. Notes of what changed had
 * other tables, and are written again.
 */
import type { ClickHouseClient } from '@clickhouse/client';
import type { Manifest } from '../manifest.ts';
import noteDaysSql from './note-days.sql';
import noteEventsSql from './note-events.sql';

/** Whether the migrations of a backup are not those of this program, nor of a newer one. */
export const isRenumbered = ({ migrations: [first] }: Pick<Manifest, 'migrations'>): boolean =>
  first?.name === '0001_pings';

/** Without heartbeats: after them, the time since the backup would be an outage. */
export const copiedTables = (backup: Pick<Manifest, 'migrations' | 'tables'>): string[] =>
  backup.tables
    .map(({ name }) => name)
    .filter((name) => name !== 'heartbeats' && !(isRenumbered(backup) && name.startsWith('changed_')));

/** Notes all days of sessions and events: a day without a note counts as empty. */
export async function noteAgain(client: ClickHouseClient): Promise<void> {
  for (const query of [noteDaysSql, noteEventsSql]) await client.command({ query });
}
