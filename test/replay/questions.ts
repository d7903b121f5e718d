import type { PingRow } from '@tallyhouse/ping';
import fc from 'fast-check';
import { paths } from '../oracle/request/reports.ts';
import { request } from '../oracle/request/request.ts';
import { urlOf } from '../oracle/request/url.ts';
import { traffic } from '../oracle/traffic/traffic.ts';

/** REPLAY_SEED changes the traffic and the queries. */
const seed = Number(process.env['REPLAY_SEED'] ?? 1);

const traffics = fc.sample(traffic, { numRuns: 2, seed });
const site = (index: number, name: string) => `run-${index}.${name}`;

/** Pings of all sorts, each traffic on two sites of its own, in the order in which they are received, some of them twice. */
export const pings: PingRow[] = traffics.flatMap(({ batches }, index) =>
  batches.flat().map((ping) => ({ ...ping, site_id: site(index, ping.site_id) })),
);

/** What reports cannot do without. */
const needed: Readonly<Record<string, string>> = {
  '/breakdown': 'period=all&dimension=utm_campaign',
  '/funnel': 'period=all&step=page:/&step=event~S',
  '/search': 'period=all&q=a',
};

/** Retention shows at most 60 weeks. */
const yearAround = (at: number) => {
  const [start, end] = [at - 180 * day, at + 180 * day].map((time) => new Date(time).toISOString());
  return `start=${start}&end=${end}`;
};

const day = 86_400_000;

/** Every report and every export of each traffic, over all time; and some questions with ranges, zones and filters. */
export const questions: string[] = [
  ...traffics.flatMap(({ anchor }, index) =>
    paths.map((path) => {
      const named = path.replace(':page', '%2F').replace(':event', 'Signup');
      return `/api/v1${named}?site_id=${site(index, 'a')}&${path === '/retention' ? yearAround(anchor.at) : (needed[path] ?? 'period=all')}`;
    }),
  ),
  ...fc.sample(request, { numRuns: 20, seed }).map((requestAt, number) => {
    const index = number % traffics.length;
    const about = requestAt(traffics[index]?.anchor ?? { at: 0, timezone: 'UTC' });
    const asked = typeof about.site === 'string' ? ['b', 'a'] : about.site;
    return urlOf(about, asked.map((name) => site(index, name)).join());
  }),
];
