import { raw, type Sql, sql, time, unionAll } from '@tallyhouse/sql';
import type { Check, ReadShards } from '../check.ts';
import { differing, lookFor } from './differing.ts';
import { sessionDays } from './session-days.ts';

const day = 86_400_000;

/** Checks that no session has rows on two shards: reports would count it twice. Day by day, like the entity tables. */
export const checkOnce: Check = async ({ servers, shards, range, progress }) => {
  if (shards === undefined) return [];
  const found = await Promise.all(servers.map(({ client }) => sessionDays(client, range)));
  const days = [...new Set(found.flat())].sort((one, other) => one - other);
  const [asked] = servers;
  const results = [];
  for (const [index, first] of days.entries()) {
    progress(`sessions of all shards: day ${index + 1} of ${days.length}`);
    if (asked) results.push(await lookFor(asked.client, shardsOfSessions(shards, first)));
  }
  return [differing('sessions of all', results, 'on one shard each')];
};

/** The shards on which the sessions of a day have rows, those that only events name included. */
function shardsOfSessions({ name, database }: ReadShards, first: number): Sql {
  const rows = ['sessions', 'pageviews', 'events'].map(
    (table) => sql`
select site_id, session_id, _shard_num as shard
from cluster(${raw(`'${name}', '${database}', '${table}'`)})
where session_hour >= ${time(first)} and session_hour < ${time(first + day)} and notEmpty(session_id)`,
  );
  return sql`
select
    site_id,
    session_id as id,
    arraySort(groupUniqArray(shard)) as shards,
    if(length(shards) > 1, concat('is on the shards ', arrayStringConcat(shards, ', ')), '') as difference
from (
    ${unionAll(rows)}
)
group by
    site_id,
    session_id`;
}
