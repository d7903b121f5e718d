import { setTimeout as sleep } from 'node:timers/promises';
import type { Scene } from '../../faults/fault.ts';
import { form } from '../../faults/form.ts';
import type { WholeCluster } from './cluster.ts';
import { restartAll } from './restart.ts';
import type { Watch } from './watch.ts';

/** The cluster under load, and reports about sites that get no more pings. */
interface Watched extends Scene<WholeCluster> {
  watch: Watch;
}

/**
 * What is done, by the name of the test, each to a cluster of its own: to every part in turn, in the short form to one of each kind. Freezes
 * are left to the long form, and to the tests of a frozen consumer, shard and broker: most of their time goes into waiting until
 * Kafka and ClickHouse take a part for dead.
 */
export const faults: Readonly<Record<string, readonly ((scene: Watched) => Promise<void>)[]>> = form.choose({
  short: { 'killed, away and restarted': [killApps, takeAway, restart] },
  long: {
    'killed with SIGKILL': [killApps, killServers],
    'frozen with SIGSTOP': [freeze],
    'away for a while': [takeAway],
    'restarted one after the other': [restart],
  },
});

async function killApps(scene: Watched): Promise<void> {
  const { cluster, load, injected } = scene;
  for (const apps of [cluster.ingests, cluster.consumers, cluster.queries]) {
    for (const app of chosen(scene, apps)) {
      await app.end('SIGKILL');
      injected();
      await load.acknowledgedMore(50);
      await app.start();
    }
  }
  await isWell(scene);
}

/** Shards and brokers, which come back at once. */
async function killServers(scene: Watched): Promise<void> {
  const { cluster, injected } = scene;
  for (const shard of cluster.shards) {
    await shard.kill();
    injected();
    await shard.start();
  }
  for (const broker of cluster.kafka.brokers) {
    await broker.kill();
    injected();
    await broker.start();
    await cluster.kafka.healed(cluster.topic);
  }
  await isWell(scene);
}

async function freeze(scene: Watched): Promise<void> {
  const { cluster, load, watch, injected } = scene;
  for (const ingest of cluster.ingests) {
    await whileFrozen(ingest, async () => {
      injected();
      await load.acknowledgedMore(50);
    });
  }
  for (const consumer of cluster.consumers) {
    // The others get its partitions, and store them.
    await whileFrozen(consumer, async () => {
      injected();
      await load.acknowledgedMore(50);
      await cluster.settled();
    });
  }
  const [strict, partial] = cluster.queries;
  for (const [query, other] of [[strict, 'partial'] as const, [partial, 'strict'] as const]) {
    await whileFrozen(query, async () => {
      injected();
      await watch.more(other, ['complete'], 2);
    });
  }
  for (const shard of cluster.shards) {
    await whileFrozen(shard, async () => {
      injected();
      await load.acknowledgedMore(50);
      await cluster.settled(shard.number);
      // Not left without an answer: complete, or an error or a header that says what is missing.
      for (const name of ['strict', 'partial']) await watch.more(name, ['complete', 'partial', 'refused']);
    });
  }
  for (const broker of cluster.kafka.brokers) {
    await whileFrozen(broker, async () => {
      injected();
      await load.acknowledgedMore(50);
      await cluster.settled();
    });
    await cluster.kafka.healed(cluster.topic);
  }
  await isWell(scene);
}

/** For a minute in the long form; in both until the others have gone on without it. */
async function takeAway(scene: Watched): Promise<void> {
  const { cluster, load, watch, injected } = scene;
  const aWhile = () => sleep(form.choose({ short: 0, long: 60_000 }));
  for (const shard of chosen(scene, cluster.shards)) {
    await shard.kill();
    injected();
    await aWhile();
    await load.acknowledgedMore(100);
    await cluster.settled(shard.number);
    // Its rows are missing in every answer.
    await watch.more('strict', ['refused'], 2);
    await watch.more('partial', ['partial'], 2);
    await shard.start();
    await cluster.settled();
  }
  for (const broker of await brokers(cluster)) {
    await broker.kill();
    injected();
    await aWhile();
    await load.acknowledgedMore(100);
    await cluster.settled();
    await broker.start();
    await cluster.kafka.healed(cluster.topic);
  }
  await isWell(scene);
}

/** Behind a load balancer that follows /readyz no ping is refused, and no report. */
async function restart(scene: Watched): Promise<void> {
  const { cluster, load, watch, injected } = scene;
  const unanswered = async () => {
    await load.pause();
    const { open, refused } = load.ledger;
    load.resume();
    return { open, refused, reports: watch.unanswered('balanced') };
  };
  const before = await unanswered();
  await restartAll([...cluster.consumers, ...cluster.ingests, ...cluster.queries], injected);
  expect(await unanswered()).toEqual(before);
  await isWell(scene);
}

const chosen = <Part>({ random }: Watched, all: readonly Part[]): readonly Part[] =>
  form.choose({ short: [random.one(all)], long: all });

/** The one that coordinates the consumers: it leads the topic of their offsets, and some partitions besides. */
async function brokers({ kafka }: WholeCluster) {
  return form.choose({ short: [await kafka.leader('__consumer_offsets', 0)], long: kafka.brokers });
}

/** Every part is there again: all that the log has is stored, and each query app has every row. */
async function isWell({ cluster, load, watch }: Watched): Promise<void> {
  await load.acknowledgedMore(50);
  await cluster.settled();
  for (const name of ['strict', 'partial', 'balanced']) await watch.more(name, ['complete'], 2);
}

async function whileFrozen(part: { freeze(): void; thaw(): void }, meanwhile: () => Promise<void>) {
  part.freeze();
  try {
    await meanwhile();
  } finally {
    part.thaw();
  }
}
