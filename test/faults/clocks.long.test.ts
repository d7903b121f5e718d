import { resolve } from 'node:path';
import { type Cluster, startCluster } from './cluster/cluster.ts';
import { type Fault, testFaults } from './fault.ts';

/**
 * A day and more than the few minutes by which browsers' clocks are wrong anyway: a session whose id becomes a day old
 * on the way has its first ids kept and the later ones replaced.
 */
const day = 86_400_000 + 5 * 60_000;
const shiftClock = `--require ${resolve('test/faults/cluster/shift-clock.cjs')}`;

/** How far the clocks of visitors are wrong now. */
let shift = 0;

const faults = [
  { word: 'ahead', by: day },
  { word: 'behind', by: -day },
].flatMap(({ word, by }): Fault<Cluster>[] => [
  {
    id: 'F12',
    title: `the clock of ingest a day ${word}`,
    times: { short: 1, long: 1 },
    async inject({ system, load, injected }) {
      const [right] = system.ingests;
      const wrong = await system.addIngest({ NODE_OPTIONS: shiftClock, CLOCK_SHIFT_MS: `${by}` });
      await wrong.start();
      await right?.end('SIGTERM');
      injected();
      await load.acknowledgedMore(300);
      await right?.start();
      await wrong.end('SIGTERM');
    },
  },
  {
    id: 'F12',
    title: `the clocks of visitors a day ${word}`,
    times: { short: 1, long: 1 },
    async inject({ load, injected }) {
      shift = by;
      injected();
      await load.acknowledgedMore(300);
      shift = 0;
    },
  },
]);

testFaults({
  system: 'the service with wrong clocks',
  start: () => startCluster(),
  faults,
  traffic: { browsersOnly: true, clock: () => Date.now() + shift },
  derivedIds: true,
});
