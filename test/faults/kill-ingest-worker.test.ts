import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '../harness/children.ts';
import { fault } from './fault.ts';
import { startStandalone } from './house/standalone.ts';

fault(
  'one of two ingest workers killed with SIGKILL, which are then started again',
  {
    id: 'F2',
    times: { short: 4, long: 100 },
    start: () => startStandalone(undefined, { INGEST_WORKERS: '2' }),
  },
  async ({ house, load, random, times, injected }) => {
    const workers = () => childrenOf(house.app.pid(), 'standalone.js');
    for (let time = 0; time < times; time++) {
      await load.acknowledgedMore(random.between(1, 200));
      const victim = random.one(workers() as [number, ...number[]]);
      process.kill(victim, 'SIGKILL');
      injected();
      while (workers().length < 2 || workers().includes(victim)) await sleep(20);
    }
  },
);
