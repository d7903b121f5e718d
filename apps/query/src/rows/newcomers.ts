import { sqlTime } from '@tallyhouse/clickhouse';
import { idLead } from '@tallyhouse/ping';
import { type Cluster, onAllShards, onEachShardAlone } from '../shards/cluster-sql.ts';
import { ofSites } from '../sites/narrow.ts';

/** The visitors that a shard first saw in the range. */
export const newcomersOfShard = `select
    visitor_id,
    first_seen_at
from /* from: visitors */
`;

/**
 * Visitors first seen in a range by all shards: those that one of them first saw in it, without those that another saw earlier.
 * Few are looked up: those with ids from before the range, and those whose clock was fast, so that their id is younger than an earlier
 * ping. They are looked up once, and not by each shard again (`global`), as ClickHouse evaluates the condition there.
 * @param arms the SQL of newcomersOfShard
 * @param start of the range, milliseconds since 1970
 */
export function newcomersOf(arms: string, start: number, cluster: Cluster): string {
  const at = (time: number) => `toDateTime64('${sqlTime(time)}', 3, 'UTC')`;
  const before = `< ${at(start + idLead)}`;
  const found = onEachShardAlone(arms, cluster);
  const earlier = onAllShards(
    `select visitor_id
        from visitors
        where ${ofSites}
          and first_seen_at < ${at(start)}`,
    cluster,
  );
  return `(
    select
        visitor_id,
        min(found.first_seen_at) as first_seen_at
    from (
        ${found}
    ) as found
    where visitor_id global not in (
        ${earlier}
          and (
              not visitor_hour ${before}
              or (visitor_hour, visitor_id) global in (
                  select
                      toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC')) as hour,
                      visitor_id
                  from (
                      ${found}
                  )
                  where hour ${before}
              )
          )
    )
    group by visitor_id
) as visitor_rows`;
}
