import { line } from '../line.ts';
import type { MeasuredAlone } from '../measured.ts';
import { grouped, median } from '../statistics.ts';
import { targets } from '../targets.ts';
import { serviceRound } from '../way/round.ts';

const workload = { connections: 50, batch: 1 };
const kinds = ['views', 'events'] as const;

/**
 * CPU time of single pings of events until they are in the tables, over all processes of `npm start`, and of views of the same visits, in turn
 * after a round that does not count.
 * @param service started with logs
 */
export const measureEventPings: MeasuredAlone<'eventPings'> = async (service, { rounds, ...limits }) => {
  const costs: Record<(typeof kinds)[number], number[]> = { views: [], events: [] };
  for (let round = 0; round <= rounds; round++)
    for (const kind of kinds) {
      const measured = await serviceRound(service, workload, limits, kind);
      if (round > 0) costs[kind].push(measured.cpu);
    }
  const ratio = median(costs.events.map((cpu, round) => cpu / (costs.views[round] ?? Number.NaN)));
  const baseline = `${grouped(median(costs.views))} us`;
  return [line('CPU time of a single ping of an event, of a view', ratio, targets.eventPing, { baseline })];
};
