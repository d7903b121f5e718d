import type { Scene as AnyScene, Fault } from '../../faults/fault.ts';
import { form } from '../../faults/form.ts';
import { acknowledgedFor } from '../../faults/list/until.ts';
import type { WholeCluster } from './cluster.ts';
import { restartAll } from './restart.ts';
import type { Watch } from './watch.ts';

/** The cluster, and the reports that are asked meanwhile about sites that get no more pings. */
export type WatchedCluster = WholeCluster & { watch: Watch };
type Scene = AnyScene<WatchedCluster>;

const everyPart = (done: string, inject: (scene: Scene) => Promise<void>): Fault<WatchedCluster> => ({
  id: 'F14',
  title: `every part of a cluster of two shards ${done}`,
  times: { short: 1, long: 3 },
  async inject(scene) {
    for (let time = 0; time < scene.times; time++) {
      await inject(scene);
      await isWell(scene);
    }
  },
});

/** To every part in turn, in the short form to one of each kind. Frozen parts have tests of their own: most of their time is waiting. */
export const clusterFaults: Fault<WatchedCluster>[] = [
  everyPart('killed with SIGKILL', killApps),
  everyPart('away for a while', takeAway),
  everyPart('restarted one after the other', restart),
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
