import type { PingRow } from '@tallyhouse/ping';
import fc from 'fast-check';
import { paths } from '../oracle/request/reports.ts';
import { request } from '../oracle/request/request.ts';
import { urlOf } from '../oracle/request/url.ts';
import { traffic } from '../oracle/traffic/traffic.ts';

/** REPLAY_SEED changes the traffic and the queries. */
const seed = Number(process.env['REPLAY_SEED'] ?? 1);

const [plan] = fc.sample(traffic, { numRuns: 1, seed });
if (plan === undefined) throw new Error('no traffic');
const { anchor, batches } = plan;

/** Pings of all kinds on the sites `a` and `b`, in the order of arrival, some of them twice. */
export const pings: PingRow[] = batches.flat();

/** Required parameters of reports. */
const needed: Readonly<Record<string, string>> = {
  '/attribution': 'period=all&goal=page:/',
  '/breakdown': 'period=all&dimension=utm_campaign',
  '/crawlers': 'period=all&by=operator',
  '/coverage': 'period=all&by=page',
  '/funnel': 'period=all&step=page:/&step=event~S',
  '/query': 'period=all&dimensions=page,channel&metrics=visits,visitors,pageviews',
  '/search': 'period=all&q=a',
};

/** Retention shows at most 60 weeks. */
const yearAround = (at: number) => {
  const [start, end] = [at - 180 * day, at + 180 * day].map((time) => new Date(time).toISOString());
  return `start=${start}&end=${end}`;
};

const day = 86_400_000;

/** Every report and export over all time, and some questions with ranges, zones and filters. */
export const questions: string[] = [
  ...paths.map((path) => {
    const named = path.replace(':page', '%2F').replace(':event', 'Signup');
    return `/api/v1${named}?site_id=a&${path === '/retention' ? yearAround(anchor.at) : (needed[path] ?? 'period=all')}`;
  }),
  ...fc.sample(request, { numRuns: 10, seed }).map((requestAt) => {
    const about = requestAt(anchor);
    return urlOf(about, typeof about.site === 'string' ? 'b,a' : about.site.join());
  }),
];
