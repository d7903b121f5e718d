import { type Line, ratioLine } from '../line.ts';
import { startService } from '../service.ts';
import { median } from '../statistics.ts';
import { logParts } from '../way/cost.ts';
import { serviceRound, summary } from '../way/way.ts';

const workload = { connections: 50, batch: 1 };

/**
 * The CPU time of single pings of events until they are in the tables, of all processes of `npm start`, beside views of the same
 * visits, rounds in turn.
 * @param folder the DATA_DIR of the service
 */
export async function measureEventPings(
  folder: string,
  { rounds, ...limits }: { rounds: number; seconds: number; pings: number },
  say: (text: string) => void,
): Promise<Line[]> {
  logParts(folder);
  const service = await startService(folder, { TRUST_PROXY: 'loopback' });
  const costs: Record<'views' | 'events', number[]> = { views: [], events: [] };
  try {
    const side = { name: 'events', folder, service };
    for (const kind of ['views', 'events'] as const) await serviceRound(side, workload, { ...limits, kind }); // warm-up
    for (let round = 0; round < rounds; round++) {
      for (const kind of ['views', 'events'] as const) {
        const measured = await serviceRound(side, workload, { ...limits, kind });
        costs[kind].push(measured.cpu);
        say(`round ${round + 1} of ${rounds}, ${kind}: ${summary(measured)}`);
      }
    }
  } finally {
    await service.stop();
  }
  const ratio = median(costs.events.map((cpu, round) => cpu / (costs.views[round] ?? Number.NaN)));
  return [
    ratioLine('events', 'CPU time of a single ping of an event, of a view', ratio, {
      atMost: 1.1,
      baseline: `${median(costs.views).toFixed(0)} us`,
    }),
  ];
}
