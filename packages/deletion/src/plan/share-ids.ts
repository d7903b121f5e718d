import { copyRows } from '@tallyhouse/clickhouse';
import { sql } from '@tallyhouse/sql';
import { insertSettings } from '../insert-settings.ts';
import type { Place } from '../servers.ts';

/**
 * Gives the plan of every server the ids of all of them. So each forgets all of them, because a partition may belong to another shard
 * later; and rows on the wrong shard are deleted too. ClickHouse streams them: there may be millions.
 */
export async function shareIds([first, ...others]: readonly Place[]): Promise<void> {
  if (first === undefined) return;
  for (const other of others) await copyIds(other, first);
  for (const other of others) await copyIds(first, other);
}

async function copyIds({ client: from }: Place, { client }: Place): Promise<void> {
  const rows = sql`select distinct what, site_id, id from deleting where what in ('session', 'ping')`;
  const table = sql`deleting (what, site_id, id)`;
  await copyRows({ client: from, rows }, { client, table }, 'TabSeparated', insertSettings);
}
