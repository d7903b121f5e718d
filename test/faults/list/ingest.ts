import type { Cluster } from '../cluster/cluster.ts';
import { each, type Fault } from '../fault.ts';

export const ingestFaults: Fault<Cluster>[] = [
  {
    id: 'F2',
    title: 'ingest killed with SIGKILL and ended with SIGTERM',
    times: { short: 2, long: 100 },
    inject: each(async ({ system, load, random, injected }, time) => {
      await load.acknowledgedMore(random.between(10, 100));
      const ingest = random.one(system.ingests);
      const signal = time % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
      // In the moment after a 202, as its pings have to be in the log by then.
      if (signal === 'SIGKILL') await load.acknowledgedBy(`${ingest.url}/api/ping`);
      // Gracefully means: running requests are answered, and their pings are in the log.
      expect(await ingest.end(signal)).toBe(signal === 'SIGTERM' ? 0 : signal);
      injected();
      await ingest.start();
    }),
  },
];
