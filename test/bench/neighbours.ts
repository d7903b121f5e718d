import { besideAndAlone, inLoops } from './beside.ts';
import { fill } from './fill/fill.ts';
import { settle } from './fill/settle.ts';
import { type Line, note } from './line.ts';
import { othersP95 } from './others-pings.ts';
import { inEmptyFolder, type Services } from './services.ts';
import type { Sizes } from './sizes.ts';
import { spreadOf } from './statistics.ts';

/** The requests of a dashboard, each repeated as soon as it was answered: more than the cores can handle. */
const reports = [
  ...['overview', 'pages', 'sources', 'pageviews-over-time', 'geo', 'devices', 'insights'].map(
    (name) => `/${name}?period=30d`,
  ),
  '/breakdown?dimension=medium&period=30d',
];

/** How long pings take while reports keep every core busy, beside the same without them. */
export const measureNeighbours = (
  services: Services,
  { pageviews, settledDays, rounds, seconds }: Sizes['neighbours'],
): Promise<Line[]> =>
  inEmptyFolder(async (folder) => {
    const filling = await services.start(folder);
    await fill(filling, { pageviews });
    await settle(filling, settledDays);
    await filling.stop();

    const [quiet, busy]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const { pingUrl, report, stop } = await services.start(folder);
      await othersP95(pingUrl, 1); // warm-up
      const { alone, beside } = await besideAndAlone(
        1,
        () => othersP95(pingUrl, seconds),
        async () => inLoops(reports.map((path) => () => report(path))),
      );
      await stop();
      quiet.push(...alone);
      busy.push(...beside);
    }
    const baseline = spreadOf(quiet, ' ms', 1);
    return [note('pings beside reports, p95', spreadOf(busy, ' ms', 1), { baseline })];
  });
