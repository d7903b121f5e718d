import { setTimeout as sleep } from 'node:timers/promises';
import { startOwnClickHouse } from './cluster/clickhouse.ts';
import { startCluster } from './cluster/cluster.ts';
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
      const until = Date.now() + form.choose({ short: 8_000, long: 180_000 });
      const lag: number[] = [];
      while (Date.now() < until) {
        // Ingest keeps accepting pings meanwhile, which wait in the log.
        await load.acknowledgedMore(100);
        const { end, committed } = await cluster.progress();
        lag.push(end - committed);
        await sleep(1000);
      }
      expect(lag.at(-1)).toBeGreaterThan((lag[0] ?? 0) + 100);
      await cluster.clickhouse.start();
    }
  },
);
