/**
 * Gives a cluster its new map, and the topic its new partitions. The new shards get the map and their number first, then the others get the
 * map, then the topic grows. Each step may be repeated, and the state shows which are done: whenever it is killed, running it again
 * finishes. Nothing goes to a new partition before the topic has it, and nothing is on a new shard before every query app had the time to
 * notice that shard (`mapCountsMs`). A new shard copies the deletions of the others before any ping can reach it. They are copied after the
 * maps: since then deletions with the earlier settings are refused, also those that have just stored what they forget, so none is missed.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Progress } from '@tallyhouse/service';
import { copyTable } from '../shards/copy-table.ts';
import { nameOf } from '../shards/judge.ts';
import { mapCountsMs } from '../shards/map-counts.ts';
import { writeShard } from '../shards/write-first.ts';
import { type Cluster, findGrowth } from './cluster.ts';
import { doneText, isDone, linesOf } from './describe.ts';

/** Twice as long: a query app may have read the map just before the last one was written. */
const noticeMs = 2 * mapCountsMs;

export interface RunDeps {
  output: Pick<NodeJS.WriteStream, 'write'>;
  progress: Progress;
}

/** @param sure whether to do it, or only to print it @throws ShardError that says why it is impossible; then nothing was changed */
export async function run(cluster: Cluster, sure: boolean, { output, progress }: RunDeps): Promise<void> {
  const { shards, topic, topicName, logger } = cluster;
  const growth = await findGrowth(cluster);
  const copyDeletions = async () => {
    const [first, ...others] = shards;
    if (first === undefined) return;
    progress.step('Copying the list of permanent deletions');
    for (const shard of others) await copyTable('forgotten', first, shard, logger);
  };
  if (isDone(growth)) {
    // An earlier run may have ended before it, if the topic had grown already.
    if (sure) await copyDeletions();
    progress.end();
    output.write(doneText(growth, shards));
    return;
  }
  output.write(`${linesOf(growth, shards).join('\n')}\n`);
  if (!sure) {
    output.write('Nothing was changed. With --yes it is done.\n');
    return;
  }
  const { toWrite, map } = growth;
  for (const state of toWrite) {
    progress.step(`Writing the map to shard ${state.number}`);
    const shard = shards.find(({ number }) => number === state.number);
    if (shard !== undefined) await writeShard(shard, growth, logger);
    progress.say(`${nameOf(state)} has the map.`);
  }
  await copyDeletions();
  if (growth.growsTopic) {
    progress.step(`Waiting for ${noticeMs / 1000} s, in which query apps notice the map`);
    for (let waitedMs = 0; waitedMs < noticeMs; waitedMs += 1000) {
      progress.show(`${(noticeMs - waitedMs) / 1000} s left`);
      await sleep(1000);
    }
    progress.step(`Adding partitions to the topic ${topicName}`);
    await topic.grow(map.length);
    progress.say(`The topic ${topicName} has ${map.length} partitions.`);
  }
  progress.end();
  output.write(
    'Now start the consumers again with these CLICKHOUSE_SHARDS and KAFKA_PARTITIONS; tallyhouse reshard plan named what else there is to do, and tallyhouse reshard verify checks it.\n',
  );
}
