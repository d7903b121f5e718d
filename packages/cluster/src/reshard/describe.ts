import type { Shard } from '@tallyhouse/clickhouse';
import type { Growth } from '../shards/growth.ts';
import { hostOfShard } from '../shards/state.ts';

/** The result, a line each: the partitions of each shard, and from when on. */
export function linesOf({ map, before, added, cutover }: Growth, shards: readonly Shard[]): string[] {
  const partitions = map.length;
  return [
    `The topic gets ${partitions} partitions; it has ${before.partitions} in the map. The shards store:`,
    ...shards.map((shard) => {
      const own = map.flatMap((entry) => (entry.shard === shard.number ? [entry.partition] : []));
      const isNew = added.some(({ number }) => number === shard.number);
      return `  shard ${shard.number}  ${hostOfShard(shard)}  ${isNew ? 'new  ' : ''}partitions ${rangesOf(own)}`;
    }),
    cutover === undefined
      ? 'New partitions belong to the shards that have their sessions already.'
      : `Sessions that begin at ${isoTime(cutover)} or later use ${partitions} partitions. Others, and what is stored, stay where they are.`,
  ];
}

/** `0 to 2, 5` */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
}

export const isoTime = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z');

/** Whether the settings equal the current state. */
export const isDone = ({ toWrite, growsTopic }: Growth) => toWrite.length === 0 && !growsTopic;

export const doneText = ({ map }: Growth, shards: readonly Shard[]) =>
  `Nothing to do: the map has ${shards.length} shards and ${map.length} partitions, as the settings say.\n`;
