import { mapOf, textOf } from '@tallyhouse/cluster';
import { many } from '@tallyhouse/service';
import type { Check } from '../check.ts';

/** Checks that every shard has the same map, of the partitions that the log has. */
export const checkMap: Check = async ({ servers, shards, log, progress }) => {
  if (shards === undefined) return [];
  progress('the map of the shards');
  const maps = await Promise.all(servers.map(({ client }) => mapOf(client)));
  const [first = []] = maps;
  const mapped = new Set(first.map(({ partition }) => partition)).size;
  const partitions = (await log.offsetRanges(0)).length;
  const others = servers.filter((_, index) => textOf(maps[index] ?? []) !== textOf(first));
  return [
    {
      name: 'map of the shards',
      compared: `${many(mapped, 'partition')} on ${many(servers.length, 'shard')}`,
      differences: [
        ...others.map(({ shard }) => `shard ${shard} has another map than shard 1`),
        ...(mapped === partitions ? [] : [`the log has ${many(partitions, 'partition')}`]),
      ],
    },
  ];
};
