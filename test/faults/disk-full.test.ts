import { setTimeout as sleep } from 'node:timers/promises';
import { startOwnClickHouse } from './cluster/clickhouse.ts';
import { startCluster } from './cluster/cluster.ts';
import { mountSmallDisk } from './cluster/small-disk.ts';
import { startStandalone } from './cluster/standalone.ts';
import { fault } from './fault.ts';

fault(
  "ClickHouse's disk full",
  {
    id: 'F11',
    times: { short: 1, long: 20 },
    async start() {
      const disk = mountSmallDisk(300);
      const cluster = await startCluster({ clickhouse: await startOwnClickHouse(disk.folder) });
      return { ...cluster, disk, stop: () => cluster.stop().finally(disk.remove) };
    },
  },
  async ({ cluster, load, random, times, injected }) => {
    for (let time = 0; time < times; time++) {
      cluster.disk.fill();
      injected();
      const { committed } = await cluster.progress();
      // Ingest keeps accepting; the pings wait in the log.
      for (let more = 0; more < 4; more++) {
        await load.acknowledgedMore(random.between(50, 150));
        cluster.disk.fill();
      }
      const { end } = await cluster.progress();
      expect(end).toBeGreaterThan(committed + 150);
      cluster.disk.free();
    }
  },
);

fault(
  'the one disk of the whole service full',
  {
    id: 'F11',
    times: { short: 1, long: 20 },
    async start() {
      const disk = mountSmallDisk(400);
      const cluster = await startStandalone(disk.folder);
      return { ...cluster, disk, stop: () => cluster.stop().finally(disk.remove) };
    },
  },
  async ({ cluster, load, times, injected }) => {
    for (let time = 0; time < times; time++) {
      const { refused } = load.ledger;
      cluster.disk.fill();
      injected();
      while (load.ledger.refused < refused + 20) {
        cluster.disk.fill();
        await sleep(200);
      }
      cluster.disk.free();
      // By itself: nothing is restarted by hand.
      await load.acknowledgedMore(200);
    }
  },
);
