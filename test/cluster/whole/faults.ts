import type { Scene as AnyScene, Fault } from '../../faults/fault.ts';
import { form } from '../../faults/form.ts';
import { acknowledgedFor } from '../../faults/list/until.ts';
import type { WholeCluster } from './cluster.ts';
import { restartAll } from './restart.ts';
import type { Watch } from './watch.ts';

/** The cluster, and the reports that are asked meanwhile about sites that get no more pings. */
export type WatchedCluster = WholeCluster & { watch: Watch };
type Scene = AnyScene<WatchedCluster>;

const everyPart = (
  done: string,
  { short, long }: { short: number; long: number },
  ...injections: ((scene: Scene) => Promise<void>)[]
): Fault<WatchedCluster> => ({
  id: 'F14',
  title: `every part of a cluster of two shards ${done}`,
  times: { short, long },
  async inject(scene) {
    for (let time = 0; time < scene.times; time++) {
      for (const inject of injections) await inject(scene);
      await isWell(scene);
    }
  },
});

/**
 * To every part in turn, in the short form to one of each kind. Servers that are killed and freezes are left to the long form, and to
 * the tests of a frozen consumer, shard and broker: most of their time goes into waiting until Kafka and ClickHouse take a part for dead.
 */
export const clusterFaults: Fault<WatchedCluster>[] = [
  everyPart(
    'killed with SIGKILL',
    { short: 1, long: 3 },
    killApps,
    ...form.choose({ short: [], long: [killServers] }),
  ),
  everyPart('frozen with SIGSTOP', { short: 0, long: 3 }, freeze),
  everyPart('away for a while', { short: 1, long: 3 }, takeAway),
  everyPart('restarted one after the other', { short: 1, long: 3 }, restart),
];

async function killApps(scene: Scene): Promise<void> {
  const { system: cluster, load, injected } = scene;
  for (const apps of [cluster.ingests, cluster.consumers, cluster.queries]) {
    for (const app of chosen(scene, apps)) {
      await app.end('SIGKILL');
      injected();
      await load.acknowledgedMore(50);
      await app.start();
    }
  }
}

/** Shards and brokers, which come back at once. */
async function killServers(scene: Scene): Promise<void> {
  const { system: cluster, injected } = scene;
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
}

async function freeze(scene: Scene): Promise<void> {
  const { system: cluster, load, injected } = scene;
  const { watch } = cluster;
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
}

/** For a minute in the long form; in both until the others have gone on without it. */
async function takeAway(scene: Scene): Promise<void> {
  const { system: cluster, load, injected } = scene;
  const { watch } = cluster;
  for (const shard of chosen(scene, cluster.shards)) {
    await shard.kill();
    injected();
    await acknowledgedFor(1, load, 100);
    await cluster.settled(shard.number);
    // Its rows are missing in every answer.
    await Promise.all([watch.more('strict', ['refused'], 2), watch.more('partial', ['partial'], 2)]);
    await shard.start();
    await cluster.settled();
  }
  for (const broker of await brokers(cluster)) {
    await broker.kill();
    injected();
    await acknowledgedFor(1, load, 100);
    await cluster.settled();
    await broker.start();
    await cluster.kafka.healed(cluster.topic);
  }
}

/** Behind a load balancer that follows /readyz no ping is refused, and no report. */
async function restart(scene: Scene): Promise<void> {
  const { system: cluster, load, injected } = scene;
  // What goes wrong at the end of the last fault does so before it is counted: no request is under way then.
  const unanswered = async () => {
    await Promise.all([load.pause(), cluster.watch.pause()]);
    const { open, refused } = load.ledger;
    return { open, refused, reports: cluster.watch.unanswered('balanced') };
  };
  const goOn = () => {
    load.resume();
    cluster.watch.resume();
  };
  const before = await unanswered();
  goOn();
  const kinds = [cluster.consumers, cluster.ingests, cluster.queries];
  await restartAll(
    kinds.flatMap((apps) => chosen(scene, apps)),
    injected,
  );
  expect(await unanswered()).toEqual(before);
  goOn();
}

const chosen = <Part>({ random }: Scene, all: readonly Part[]): readonly Part[] =>
  form.choose({ short: [random.one(all)], long: all });

/** The one that coordinates the consumers: it leads the topic of their offsets, and some partitions besides. */
async function brokers({ kafka }: WholeCluster) {
  return form.choose({ short: [await kafka.leader('__consumer_offsets', 0)], long: kafka.brokers });
}

/** Every part is there again: all that the log has is stored, and each query app has every row. */
async function isWell({ system: cluster, load }: Scene): Promise<void> {
  await load.acknowledgedMore(50);
  await cluster.settled();
  const all = ['strict', 'partial', 'balanced'].map((name) => cluster.watch.more(name, ['complete'], 2));
  await Promise.all(all);
}

async function whileFrozen(part: { freeze(): void; thaw(): void }, meanwhile: () => Promise<void>) {
  part.freeze();
  try {
    await meanwhile();
  } finally {
    part.thaw();
  }
}
