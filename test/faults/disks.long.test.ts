import { join } from 'node:path';
import { freePort } from '../harness/free-port.ts';
import { startBrokerAlone } from '../harness/kafka-java.ts';
import { startCluster } from './cluster/cluster.ts';
import { failDisk } from './cluster/failing-disk.ts';
import { mountSmallDisk } from './cluster/small-disk.ts';
import { startStandalone } from './cluster/standalone.ts';
import { each, type Scene, testFaults } from './fault.ts';
import { until, untilRefused } from './list/until.ts';

/** Kafka and ClickHouse on a small disk each. */
async function startOnTwoDisks() {
  const disks = { kafka: mountSmallDisk(100), clickhouse: mountSmallDisk(300) };
  const [address, controller] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const kafka = await startBrokerAlone({ address, controller, dataFolder: join(disks.kafka.folder, 'data') });
  const { brokers, broker } = kafka;
  const cluster = await startCluster({ brokers, clickhouseFolder: disks.clickhouse.folder });
  const stop = async () => {
    await cluster.stop();
    await kafka.stop();
    for (const disk of Object.values(disks)) disk.remove();
  };
  return { ...cluster, disks, broker, stop };
}

testFaults({
  system: 'the service with Kafka and ClickHouse on small disks',
  start: startOnTwoDisks,
  faults: [
    {
      id: 'F11',
      title: "ClickHouse's disk full",
      times: { short: 1, long: 20 },
      inject: each(async ({ system, load, random, injected }) => {
        const { clickhouse: disk } = system.disks;
        disk.fill();
        injected();
        const { committed } = await system.progress();
        // Ingest keeps accepting; the pings wait in the log.
        for (let more = 0; more < 4; more++) {
          await load.acknowledgedMore(random.between(50, 150));
          disk.fill();
        }
        const { end } = await system.progress();
        expect(end).toBeGreaterThan(committed + 150);
        disk.free();
      }),
    },
    {
      id: 'F11',
      title: "Kafka's disk full",
      times: { short: 1, long: 10 },
      inject: each(async ({ system, load, injected }) => {
        const { disks, broker } = system;
        disks.kafka.fill();
        injected();
        // Kafka exits at the first write without room, and ingest refuses what it cannot append.
        await until(() => {
          if (broker.running()) disks.kafka.fill();
          return !broker.running();
        });
        await untilRefused(load, 20);
        const { acknowledged } = load.ledger;
        await untilRefused(load, 20);
        expect(load.ledger.acknowledged).toBe(acknowledged);
        disks.kafka.free();
        // As a supervisor would.
        await broker.start();
        await load.acknowledgedMore(200);
      }),
    },
  ],
});

type SmallService = Awaited<ReturnType<typeof startOnOneDisk>>;

async function startOnOneDisk() {
  const disk = mountSmallDisk(400);
  const service = await startStandalone(disk.folder);
  return { ...service, disk, stop: () => service.stop().finally(disk.remove) };
}

testFaults({
  system: 'npm start on a small disk',
  start: startOnOneDisk,
  faults: [
    {
      id: 'F11',
      title: 'the one disk of the whole service full',
      times: { short: 1, long: 20 },
      inject: each(async ({ system, load, injected }) => {
        const { refused } = load.ledger;
        await until(() => {
          system.disk.fill();
          return load.ledger.refused >= refused + 20;
        });
        injected();
        system.disk.free();
        // By itself: nothing is restarted by hand.
        await load.acknowledgedMore(200);
      }),
    },
    ...[
      // LMDB writes the pages, syncs, and then writes the page that makes them current. After a failure there it refuses everything in this
      // process, writes without a word: the consumer's next read ends the process, which is started again here as by a supervisor.
      { title: "the log's disk failing", calls: 'pwrite64,pwritev,writev,fdatasync' },
      { title: 'the last page of each write to the log failing', calls: 'pwrite64' },
    ].map(({ title, calls }) => ({
      id: 'F11',
      title,
      times: { short: 1, long: 20 },
      async inject({ system, load, times, injected }: Scene<SmallService>) {
        const { app, disk } = system;
        for (let time = 0; time < times; time++) {
          const recover = await failDisk(app.pid(), join(disk.folder, 'log/log.mdb'), calls);
          await untilRefused(load, 20);
          await until(() => isUnready(app.url));
          injected();
          await recover();
          await load.acknowledgedMore(200);
          await until(async () => (await fetch(`${app.url}/readyz`)).ok);
        }
        expect(app.output()).toMatch(/Input\/output error/);
      },
    })),
  ],
});

/** Whether readiness names the log. */
async function isUnready(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  return response?.status === 503 && /"log":"(?!ok)/.test(await response.text());
}
