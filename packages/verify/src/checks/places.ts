import { select, sqlTime } from '@tallyhouse/clickhouse';
import { many } from '@tallyhouse/service';
import { z } from 'zod';
import { type Check, onEachServer } from '../check.ts';
import placesSql from './places.sql';

const placesRow = z.object({
  log_partition: z.number(),
  owner: z.number(),
  rows: z.number(),
  first: z.string(),
  last: z.string(),
});

/** Checks that each message is stored on the shard to which the map gives its partition and offset. */
export const checkPlaces: Check = onEachServer(async ({ clickhouse, shard, range, progress }) => {
  if (shard === undefined) return [];
  progress('places of the messages');
  const times = { from: sqlTime(range.from), to: sqlTime(range.to) };
  const stored = await select(clickhouse, placesSql, placesRow, times);
  return [
    {
      name: 'places',
      compared: `${many(
        stored.reduce((sum, { rows }) => sum + rows, 0),
        'row',
      )} of pings and dead letters with the map`,
      differences: stored
        .filter(({ owner }) => owner !== shard)
        .map(
          ({ log_partition, owner, rows, first, last }) =>
            `partition ${log_partition}: ${many(rows, 'row')} of ${owner === 0 ? 'no shard' : `shard ${owner}`}, offsets ${first} to ${last}`,
        ),
    },
  ];
});
