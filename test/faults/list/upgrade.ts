import { migrateDatabase } from '@tallyhouse/schema';
import type { App } from '../cluster/app.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Fault } from '../fault.ts';

async function restart(apps: readonly App[]): Promise<void> {
  for (const app of apps) {
    await app.end('SIGTERM');
    await app.start();
  }
}

const steps = {
  migrate: ({ client }: Cluster) => migrateDatabase(client),
  consumer: ({ consumers }: Cluster) => restart(consumers),
  // One of them runs at any time.
  ingest: ({ ingests }: Cluster) => restart(ingests),
};

const upgrade = (short: number, ...order: (keyof typeof steps)[]): Fault<Cluster> => ({
  id: 'F13',
  title: `an upgrade under load: ${order.join(', ')}`,
  times: { short, long: 1 },
  needs: 'older schema',
  async inject({ system, load, injected }) {
    for (const step of order) {
      await load.acknowledgedMore(50);
      await steps[step](system);
    }
    injected();
  },
});

/** The order that the manual gives, and others, in which nothing is lost either. */
export const upgrades = [
  upgrade(1, 'migrate', 'consumer', 'ingest'),
  upgrade(0, 'ingest', 'migrate', 'consumer'),
  upgrade(0, 'consumer', 'ingest', 'migrate'),
];
