import type { Shard } from '@tallyhouse/clickhouse';
import { stepsText } from '@tallyhouse/log';
import { furtherStep, type Growth, leadMinutes } from '../shards/growth.ts';
import { hostOfShard } from '../shards/state.ts';
import { type Cluster, findFutureGrowth, type Unprepared } from './cluster.ts';
import { doneText, isDone, isoTime, linesOf } from './describe.ts';

const minuteMs = 60_000;

/** All steps to more shards or partitions, as text. @throws ShardError that says why it is impossible */
export async function plan(cluster: Cluster, now: number): Promise<string> {
  const { shards, steps } = cluster;
  const { growth, unprepared } = await findFutureGrowth(cluster);
  if (isDone(growth)) {
    const further = furtherStep({ steps, now }, growth.map.length);
    return `${doneText(growth, shards)}To add a shard, name it at the end of CLICKHOUSE_SHARDS, and add a step, such as KAFKA_PARTITIONS=${further}.\n`;
  }
  const way = wayOf(growth, { shards, steps, unprepared });
  return `${[...linesOf(growth, shards), '', ...way.map((step, index) => `${index + 1}. ${step}`)].join('\n')}\n`;
}

type Settings = Pick<Cluster, 'shards' | 'steps'> & { unprepared: readonly Unprepared[] };

function wayOf({ added, cutover }: Growth, { shards, steps, unprepared }: Settings): string[] {
  const inShards = `CLICKHOUSE_SHARDS='${addresses(shards)}'`;
  const inPartitions = `KAFKA_PARTITIONS=${stepsText(steps)}`;
  const latest = cutover === undefined ? '' : ` until ${isoTime(cutover - leadMinutes * minuteMs)}`;
  const isNew = (shard: Shard) => added.some(({ number }) => number === shard.number);
  const newServers = shards.filter(isNew);
  const way = newServers.map((shard) => {
    const lacks = unprepared.find(({ number }) => number === shard.number)?.lacks;
    return `Start ClickHouse at ${hostOfShard(shard)}, empty, with the users and rights of the others${lacks === 'server' ? '' : ' (it answers)'}.`;
  });
  if (added.length > 0) {
    way.push(
      `Add a cluster with all ${shards.length} shards, in this order, to remote_servers of every ClickHouse, under a new name. Create the tables of the new ones, and views of all:\n   ${inShards} \\\n   CLICKHOUSE_CLUSTER=<the new name> tallyhouse migrate${unprepared.length === 0 ? '\n   (the tables are there)' : ''}`,
    );
    way.push(
      `Start the query apps again, one after the other, with\n   ${inShards}\n   CLICKHOUSE_CLUSTER=<the new name>\n   An app that still has the old settings answers 503 from step ${way.length + 3} on.`,
    );
  }
  if (steps.length > 1) {
    way.push(
      `Start every ingest process again with\n   ${inPartitions}\n   All must run with it${latest}, and keep it for ever. One without it would send a session to two shards.`,
    );
  }
  way.push(
    `Then, with the same settings${latest && `, also${latest}`}:\n   ${inShards} \\\n   ${inPartitions} tallyhouse reshard run --yes`,
  );
  way.push(
    `Start the consumers again, one after the other, with\n   ${inShards}\n   ${inPartitions}\n   New partitions wait in Kafka until then. settle, replay and migrate have these settings from now on too.`,
  );
  way.push(
    `${cutover === undefined ? 'Afterwards' : `After ${isoTime(cutover)}`}:\n   ${inShards} \\\n   ${inPartitions} tallyhouse reshard verify`,
  );
  return way;
}

/** CLICKHOUSE_SHARDS without users and passwords. */
const addresses = (shards: readonly Shard[]) =>
  shards.map(({ connections }) => connections.map(({ url }) => new URL(url).origin).join('|')).join(',');
