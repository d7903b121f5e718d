import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { complete } from './check/agree.ts';
import { askAll, overall } from './check/reports.ts';
import { type Watch, watchReports } from './check/watch.ts';
import type { App } from './cluster/app.ts';
import { key } from './cluster/cluster.ts';
import { startWholeCluster, type WholeCluster } from './cluster/whole.ts';
import { fault, type Scene } from './fault.ts';
import { form } from './form.ts';
import { planSession } from './traffic/session.ts';

const run = promisify(execFile);

/** The cluster under load, and reports about a site that gets no more pings. */
interface Watched extends Scene<WholeCluster> {
  watch: Watch;
}

/** The names under which reports are asked for: at either query app, and at the load balancer before them. */
const [strict, partial, balanced] = ['strict', 'partial', 'balanced'];

/** What is done to each kind of part in turn. */
const faults: Readonly<Record<string, (scene: Watched) => Promise<void>>> = {
  'killed with SIGKILL': async (scene) => {
    const { cluster, load, random, injected } = scene;
    for (const apps of [cluster.ingests, cluster.consumers, cluster.queries]) {
      const app = random.one<App>(apps);
      await app.end('SIGKILL');
      injected();
      await load.acknowledgedMore(50);
      await app.start();
    }
    const shard = random.one(cluster.shards);
    await shard.kill();
    injected();
    await shard.start();
    const broker = await coordinatorOf(cluster);
    await broker.kill();
    injected();
    await broker.start();
    await cluster.kafka.healed(cluster.topic);
    await isWell(scene);
  },

  'frozen with SIGSTOP': async (scene) => {
    const { cluster, load, random, watch, injected } = scene;
    const ingest = random.one(cluster.ingests);
    await whileFrozen(ingest, async () => {
      injected();
      await load.acknowledgedMore(50);
    });
    // The others get its partitions, and store them.
    await whileFrozen(random.one(cluster.consumers), async () => {
      injected();
      await load.acknowledgedMore(50);
      await cluster.settled();
    });
    const [first, second] = cluster.queries;
    await whileFrozen(first, async () => {
      injected();
      await watch.more(partial, ['complete'], 2);
    });
    await whileFrozen(second, async () => {
      injected();
      await watch.more(strict, ['complete'], 2);
    });
    const shard = random.one(cluster.shards);
    await whileFrozen(shard, async () => {
      injected();
      await load.acknowledgedMore(50);
      await cluster.settled(shard.number);
      // Not left without an answer: complete, or an error or a header that says what is missing.
      for (const name of [strict, partial]) await watch.more(name, ['complete', 'partial', 'refused']);
    });
    const broker = await coordinatorOf(cluster);
    await whileFrozen(broker, async () => {
      injected();
      await load.acknowledgedMore(50);
      await cluster.settled();
    });
    await cluster.kafka.healed(cluster.topic);
    await isWell(scene);
  },

  'away for a while': async (scene) => {
    const { cluster, load, watch, injected } = scene;
    for (const shard of cluster.shards) {
      await shard.kill();
      injected();
      await load.acknowledgedMore(100);
      await cluster.settled(shard.number);
      // Its rows are missing in every answer.
      await watch.more(strict, ['refused'], 2);
      await watch.more(partial, ['partial'], 2);
      await shard.start();
      await isWell(scene);
    }
    for (const broker of form.choose({
      short: cluster.kafka.brokers.slice(0, 1),
      long: cluster.kafka.brokers,
    })) {
      await broker.stop();
      injected();
      await load.acknowledgedMore(100);
      await cluster.settled();
      await broker.start();
      await cluster.kafka.healed(cluster.topic);
    }
    await isWell(scene);
  },

  'restarted one after the other': async (scene) => {
    const { cluster, load, watch, injected } = scene;
    await load.pause();
    const before = { open: load.ledger.open, nothing: watch.counts(balanced).nothing };
    load.resume();
    await restartAll([...cluster.consumers, ...cluster.ingests, ...cluster.queries], injected);
    await load.pause();
    const after = { open: load.ledger.open, nothing: watch.counts(balanced).nothing };
    load.resume();
    // Behind a load balancer that follows /readyz no ping is refused, and no report.
    expect(after).toEqual(before);
    await isWell(scene);
  },
};

/** The broker that coordinates the consumers: it leads the topic of their offsets, and some partitions besides. */
const coordinatorOf = ({ kafka }: WholeCluster) => kafka.leader('__consumer_offsets', 0);

/** Every part is there again: all that the log has is stored, and each query app has every row. */
async function isWell({ cluster, load, watch }: Watched): Promise<void> {
  await load.acknowledgedMore(50);
  await cluster.settled();
  for (const name of [strict, partial, balanced]) await watch.more(name, ['complete'], 2);
}

async function whileFrozen(part: { freeze(): void; thaw(): void }, meanwhile: () => Promise<void>) {
  part.freeze();
  try {
    await meanwhile();
  } finally {
    part.thaw();
  }
}

/** With deploy/rolling-upgrade.sh, to which a request of `curl` is what `systemctl restart` is to a host. */
async function restartAll(apps: readonly App[], restarted: () => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tallyhouse-restart-'));
  const restarts = createServer(async ({ url = '' }, res) => {
    const app = apps[Number(url.slice(1))];
    const code = await app?.end('SIGTERM');
    res.statusCode = code === 0 ? 200 : 500;
    res.end(`${code}`);
    restarted();
    await app?.start();
  });
  try {
    await new Promise<void>((resolve) => restarts.listen(0, '127.0.0.1', resolve));
    const address = restarts.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const lines = apps.map(
      ({ url }, index) =>
        `${url}/readyz  curl --silent --show-error --fail http://127.0.0.1:${address.port}/${index}`,
    );
    const copies = join(folder, 'copies');
    await writeFile(copies, `${lines.join('\n')}\n`);
    const { stdout } = await run('deploy/rolling-upgrade.sh', ['--timeout', '400', 'copies', copies], {
      env: { PATH: process.env['PATH'] },
    });
    expect(stdout).toContain('All copies run the new build.');
  } finally {
    restarts.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sessions of two sites that the load never gets to: their reports do not change. */
const quietSessions = (seed: number) =>
  Array.from({ length: 16 }, (_, index) => planSession(seed, 1_500_000 + index, Date.now(), false));
const quietSites = ['blog-1000', 'shop-1000'];

const wholes = form.choose({
  short: [
    ['every part of a cluster of two shards killed, frozen, away and restarted', Object.values(faults)],
  ],
  long: Object.entries(faults).map(([name, inject]) => [
    `every part of a cluster of two shards ${name}`,
    [inject],
  ]),
} satisfies Record<string, [string, (typeof faults)[string][]][]>);

for (const [title, injections] of wholes) {
  fault(title, {
    id: 'F14',
    times: { short: 1, long: 10 },
    start: startWholeCluster,
    // The cluster takes enough of the machine.
    traffic: { visitors: 8 },
    timeoutMs: form.choose({ short: 1_800_000, long: 14_400_000 }),
  }, async (scene) => {
    const { cluster, load, random } = scene;
    await Promise.all(quietSessions(random.between(1, 1_000_000)).map((requests) => load.send(requests)));
    await cluster.settled();
    const now = Date.now();
    const questions = quietSites
      .flatMap((site) => overall(site, now))
      .filter(({ path }) => complete.has(path));
    const answers = await askAll(cluster, questions, now);
    const [first, second] = cluster.queries;
    const watch = watchReports(
      { [strict]: first.url, [partial]: second.url, [balanced]: cluster.balanced.query },
      new Map(answers.map(({ path, text }) => [path, text])),
      key,
    );
    try {
      for (let time = 0; time < scene.times; time++) {
        for (const inject of injections) await inject({ ...scene, watch });
      }
    } finally {
      await watch.stop();
      expect(watch.counts(strict).partial).toBe(0);
    }
  });
}
