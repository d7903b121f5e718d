import { resolve } from 'node:path';
import { fault, onKafka } from './fault.ts';

/**
 * A day and more than the few minutes by which browsers' clocks are wrong anyway: a session whose id becomes a day old
 * on the way has its first ids kept and the later ones replaced.
 */
const day = 86_400_000 + 5 * 60_000;
const directions = [
  { word: 'ahead', shift: day },
  { word: 'behind', shift: -day },
];

for (const { word, shift } of directions) {
  fault(
    `the clock of ingest a day ${word}`,
    {
      id: 'F12',
      times: { short: 1, long: 1 },
      start: onKafka({
        ingestEnv: {
          NODE_OPTIONS: `--require ${resolve('test/faults/cluster/shift-clock.cjs')}`,
          CLOCK_SHIFT_MS: `${shift}`,
        },
      }),
      traffic: { browsersOnly: true },
      derivedIds: true,
    },
    async ({ load, injected }) => {
      injected();
      await load.acknowledgedMore(400);
    },
  );

  fault(
    `the clocks of visitors a day ${word}`,
    {
      id: 'F12',
      times: { short: 1, long: 1 },
      start: onKafka(),
      traffic: { browsersOnly: true, clock: () => Date.now() + shift },
      derivedIds: true,
    },
    async ({ load, injected }) => {
      injected();
      await load.acknowledgedMore(400);
    },
  );
}
