import { select } from '@tallyhouse/clickhouse';
import { many } from '@tallyhouse/service';
import { sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { type Check, onEachServer, type ServerSubject } from '../check.ts';
import { receivedIn } from './stored.ts';

const placesRow = z.object({
  log_partition: z.number(),
  owner: z.number(),
  rows: z.number(),
  first: z.string(),
  last: z.string(),
});

/** The shards that the map names for the stored messages; 0 where it names none. */
const ownersOf = (range: ServerSubject['range']) => sql`
select
    stored.log_partition as log_partition,
    shard_map.shard as owner,
    count() as rows,
    toString(min(stored.log_offset)) as first,
    toString(max(stored.log_offset)) as last
from (
    ${receivedIn(range)}
) as stored
asof left join shard_map
    on stored.log_partition = shard_map.log_partition
    and stored.log_offset >= shard_map.from_offset
group by
    log_partition,
    owner
order by
    log_partition,
    owner`;

/** Checks that each message is stored on the shard that the map names for its partition and offset. */
export const checkPlaces: Check = onEachServer(async ({ clickhouse, shard, range, progress }) => {
  if (shard === undefined) return [];
  progress('places of the messages');
  const stored = await select(clickhouse, ownersOf(range), placesRow);
  const all = stored.reduce((sum, { rows }) => sum + rows, 0);
  return [
    {
      name: 'places',
      compared: `${many(all, 'row')} of pings and dead letters with the map`,
      differences: stored
        .filter(({ owner }) => owner !== shard)
        .map(
          ({ log_partition, owner, rows, first, last }) =>
            `partition ${log_partition}: ${many(rows, 'row')} of ${owner === 0 ? 'no shard' : `shard ${owner}`}, offsets ${first} to ${last}`,
        ),
    },
  ];
});
