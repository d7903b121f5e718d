import { setTimeout as sleep } from 'node:timers/promises';
import { fault } from './fault.ts';
import { startOwnClickHouse } from './house/clickhouse.ts';
import { startHouse } from './house/house.ts';
import { mountSmallDisk } from './house/small-disk.ts';
import { startStandalone } from './house/standalone.ts';

fault(
  "ClickHouse's disk full",
  {
    id: 'F11',
    times: { short: 1, long: 20 },
    async start() {
      const disk = mountSmallDisk(300);
      const house = await startHouse({ clickhouse: await startOwnClickHouse(disk.folder) });
      return { ...house, disk, stop: () => house.stop().finally(disk.remove) };
    },
  },
  async ({ house, load, random, times, injected }) => {
    for (let time = 0; time < times; time++) {
      house.disk.fill();
      injected();
      const { committed } = await house.progress();
      // Ingest goes on; what cannot be stored waits in the log.
      for (let more = 0; more < 4; more++) {
        await load.acknowledgedMore(random.between(50, 150));
        house.disk.fill();
      }
      const { end } = await house.progress();
      expect(end).toBeGreaterThan(committed + 150);
      house.disk.free();
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
      const house = await startStandalone(disk.folder);
      return { ...house, disk, stop: () => house.stop().finally(disk.remove) };
    },
  },
  async ({ house, load, times, injected }) => {
    for (let time = 0; time < times; time++) {
      const { refused } = load.ledger;
      house.disk.fill();
      injected();
      while (load.ledger.refused < refused + 20) {
        house.disk.fill();
        await sleep(200);
      }
      house.disk.free();
      // By itself: nothing is started anew by hand.
      await load.acknowledgedMore(200);
    }
  },
);
