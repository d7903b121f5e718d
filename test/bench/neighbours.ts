import { fill } from './fill/fill.ts';
import { settle } from './fill/settle.ts';
import type { Line } from './line.ts';
import { othersPings } from './others-pings.ts';
import { type Service, startService } from './service.ts';
import { median, percentile } from './statistics.ts';

/** The requests of a dashboard, each repeated as soon as it was answered: more than the cores can handle. */
const reports = [
  '/overview?period=30d',
  '/pages?period=30d',
  '/sources?period=30d',
  '/pageviews-over-time?period=30d',
  '/geo?period=30d',
  '/devices?period=30d',
  '/insights?period=30d',
  '/breakdown?dimension=medium&period=30d',
];

export interface NeighboursRounds {
  /** Of the site that the reports are of, in 30 days. */
  pageviews: number;
  /** How many of the newest days are settled. */
  settledDays: number;
  rounds: number;
  seconds: number;
}

/**
 * How long pings take while reports keep every core busy, beside the same without them. Rounds in turn, so that whatever
 * else the machine does affects both alike.
 * @param folder the DATA_DIR of the service
 */
export async function measureNeighbours(
  folder: string,
  { pageviews, settledDays, rounds, seconds }: NeighboursRounds,
  say: (text: string) => void,
): Promise<Line[]> {
  const filling = await startService(folder);
  await fill(filling, { pageviews, days: 30, threads: 2 }, (share) =>
    say(`filling: ${Math.round(share * 100)} %`),
  );
  await settle(filling, settledDays, say);
  await filling.stop();

  const [quiet, busy]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const service = await startService(folder);
    try {
      await othersPings(service.pingUrl, 1); // warm-up
      quiet.push(percentile(await othersPings(service.pingUrl, seconds), 0.95));
      busy.push(percentile(await whileReporting(service, seconds), 0.95));
    } finally {
      await service.stop();
    }
    say(`round ${round + 1} of ${rounds}`);
  }
  return [
    {
      part: 'neighbours',
      what: 'pings beside reports, p95',
      figure: spread(busy),
      baseline: spread(quiet),
      target: '',
      met: undefined,
    },
  ];
}

async function whileReporting(service: Service, seconds: number): Promise<number[]> {
  let over = false;
  const asking = reports.map(async (path) => {
    while (!over) await service.report(path);
  });
  const times = await othersPings(service.pingUrl, seconds);
  over = true;
  await Promise.all(asking);
  return times;
}

const spread = (values: readonly number[]) =>
  `${median(values).toFixed(1)} ms (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`;
