import { fault, onKafka } from './fault.ts';

fault(
  'ingest killed with SIGKILL and ended with SIGTERM',
  { id: 'F2', times: { short: 4, long: 100 }, start: onKafka({ ingests: 2 }) },
  async ({ cluster, load, random, times, injected }) => {
    for (let time = 0; time < times; time++) {
      await load.acknowledgedMore(random.between(20, 200));
      const ingest = random.one(cluster.ingests);
      const signal = time % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
      // Gracefully means: running requests are answered, and their pings are in the log.
      expect(await ingest.end(signal)).toBe(signal === 'SIGTERM' ? 0 : signal);
      injected();
      await ingest.start();
    }
  },
);
