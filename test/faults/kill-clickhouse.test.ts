import { setTimeout as sleep } from 'node:timers/promises';
import { startOwnClickHouse } from './cluster/clickhouse.ts';
import { startCluster } from './cluster/cluster.ts';
import { untilStandstill } from './cluster/standstill.ts';
import { fault } from './fault.ts';
import { form } from './form.ts';

async function start() {
  const clickhouse = await startOwnClickHouse();
  return { ...(await startCluster({ clickhouse })), clickhouse };
}

fault(
  'ClickHouse killed with SIGKILL during inserts',
  { id: 'F3', times: { short: 4, long: 60 }, start },
  async ({ cluster, load, random, times, injected }) => {
    for (let time = 0; time < times; time++) {
      await load.acknowledgedMore(random.between(1, 150));
      await new Promise<void>((reached) => {
        cluster.proxy.rules.toServer = (_, insert) => {
          if (insert) setTimeout(reached, random.between(0, 12));
          return 'pass';
        };
      });
      cluster.proxy.rules = {};
      await cluster.clickhouse.kill();
      injected();
    }
  },
);

fault(
  'ClickHouse away for a while',
  { id: 'F4', times: { short: 1, long: 3 }, start },
  async ({ cluster, load, times, injected }) => {
    for (let time = 0; time < times; time++) {
      await cluster.clickhouse.stop();
      injected();
      await untilStandstill(cluster);
      const before = await cluster.progress();
      await sleep(form.choose({ short: 8_000, long: 180_000 }));
      // Ingest keeps accepting pings meanwhile, which wait in the log.
      await load.acknowledgedMore(100);
      const after = await cluster.progress();
      expect(after.committed).toBe(before.committed);
      expect(after.end).toBeGreaterThanOrEqual(before.end + 100);
      await cluster.clickhouse.start();
    }
  },
);
