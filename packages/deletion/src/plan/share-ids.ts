import { insertSettings } from '../insert-settings.ts';
import type { Place } from '../servers.ts';

/**
 * Gives the plan of every server the ids of all of them. So each forgets all of them, as a partition may belong to another shard
 * later; and what lies on the wrong shard goes too. ClickHouse streams them: there may be millions.
 */
export async function shareIds([first, ...others]: readonly Place[]): Promise<void> {
  if (first === undefined) return;
  for (const other of others) await copyIds(other, first);
  for (const other of others) await copyIds(first, other);
}

async function copyIds(from: Place, to: Place): Promise<void> {
  // As text: the text of an error at the end of it is no id, and makes the insert fail.
  const { stream: ids } = await from.client.exec({
    query: `select distinct what, site_id, id from deleting where what in ('session', 'ping') format TabSeparated`,
  });
  const { stream } = await to.client.exec({
    query: 'insert into deleting (what, site_id, id) format TabSeparated',
    values: ids,
    clickhouse_settings: insertSettings,
  });
  stream.resume();
}
