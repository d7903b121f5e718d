import { migrate, migrations } from '@tallyhouse/clickhouse';
import { type Cluster, startCluster } from './cluster/cluster.ts';
import { fault } from './fault.ts';
import { form } from './form.ts';

/** Starts a cluster whose database lacks the newest migration. */
const startOlderHouse = () => startCluster({ migrate: (client) => migrate(client, migrations.slice(0, -1)) });

const steps = {
  migrate: ({ client }) => migrate(client, migrations),
  consumer: async ({ consumers }) => {
    for (const consumer of consumers) {
      await consumer.end('SIGTERM');
      await consumer.start();
    }
  },
  ingest: async (cluster) => {
    const [older] = cluster.ingests;
    const newer = await cluster.addIngest();
    await newer.start();
    await older?.end('SIGTERM');
  },
} satisfies Record<string, (cluster: Cluster) => Promise<unknown>>;

/** The order that the manual gives, and others, in which nothing is lost either. */
const orders: (keyof typeof steps)[][] = [
  ['migrate', 'consumer', 'ingest'],
  ['ingest', 'migrate', 'consumer'],
  ['consumer', 'ingest', 'migrate'],
];

const [seed = 0] = form.seeds;
const chosen = orders.slice(seed % orders.length).slice(0, 1);

for (const order of form.choose({ short: chosen, long: orders })) {
  fault(
    `an upgrade under load: ${order.join(', ')}`,
    {
      id: 'F13',
      times: { short: 1, long: 1 },
      start: startOlderHouse,
    },
    async ({ cluster, load, injected }) => {
      for (const step of order) {
        await load.acknowledgedMore(100);
        await steps[step](cluster);
      }
      injected();
    },
  );
}
