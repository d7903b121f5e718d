import { only } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { count, instant } from '../reply/reply.ts';
import { defineEndpoint } from './define/endpoint.ts';
import { activeVisitors, newestPageviews, visitorsByMinute, visitorsBySite } from './realtime/pings.ts';

const minuteMs = 60_000;
const windowMinutes = 5;
/** Minutes in which visitors are counted and new pageviews listed. */
const recentMinutes = 30;

const row = z
  .object({ list: z.string(), active_visitors: count(), active_sessions: count() })
  .catchall(z.string());
const minuteRow = z.object({ minutes_ago: z.number(), visitors: z.number() });

const active = { active_visitors: count() };
const site = z.object({ site_id: z.string(), ...active });
const pageview = z.object({
  site_id: z.string(),
  entered_at: instant,
  page_path: z.string(),
  page_title: z.string(),
  source: z.string(),
  country: z.string(),
});

const response = z.object({
  ...active,
  active_sessions: count(),
  pages: z
    .array(z.object({ page_path: z.string(), page_title: z.string(), ...active }))
    .describe('A visitor is on the page of its latest ping.'),
  countries: z
    .array(z.object({ country: z.string(), ...active }))
    .describe('ISO 3166-1 alpha-2 codes; empty when unknown.'),
  sources: z.array(z.object({ source: z.string(), ...active })),
  per_minute: z
    .array(count())
    .length(windowMinutes)
    .describe('Distinct visitors in each of the five minutes, oldest first: the last of `minutes`.'),
  sites: z
    .array(site)
    .describe('Sites with visitors, by visitors, then id. A visitor on two sites counts on both.'),
  minutes: z
    .array(count())
    .length(recentMinutes)
    .describe('Distinct visitors in each of the last 30 minutes, oldest first.'),
  recent: z
    .array(pageview)
    .describe(
      'Pageviews entered in the last 30 minutes, newest first, each with the source and country of its session.',
    ),
});

export const realtime = defineEndpoint({
  path: '/realtime',
  description:
    'Visitors of the last five minutes: total, by page, country and source, and in each minute, oldest first. Also the visitors in each of the last 30 minutes, and the pageviews entered in them, newest first.',
  parameters: {},
  response,
  range: (now) => ({ start: now - windowMinutes * minuteMs, end: now }),
  async respond({ query, now, sites, values: { limit } }) {
    const recently = { range: { start: now - recentMinutes * minuteMs, end: now } };
    const [{ rows }, bySite, byMinute, recent] = await Promise.all([
      query((read) => activeVisitors(read, limit), row),
      sites.ids.length > 1 ? query(visitorsBySite, site) : undefined,
      query(visitorsByMinute, minuteRow, recently),
      query((read) => newestPageviews(read, limit), pageview, recently),
    ]);
    const visitorsBefore = new Map(byMinute.rows.map((of) => [of.minutes_ago, of.visitors]));
    const minutes = Array.from(
      { length: recentMinutes },
      (_, index) => visitorsBefore.get(recentMinutes - 1 - index) ?? 0,
    );
    const of = (name: string) => rows.filter(({ list }) => list === name);
    const totals = only(of('totals'));
    const { active_visitors } = totals;
    const ofOneSite = active_visitors > 0 ? sites.ids.map((site_id) => ({ site_id, active_visitors })) : [];
    const data = response.parse({
      ...totals,
      pages: of('pages'),
      countries: of('countries'),
      sources: of('sources'),
      per_minute: minutes.slice(-windowMinutes),
      sites: bySite?.rows ?? ofOneSite,
      minutes,
      recent: recent.rows,
    });
    return { data };
  },
});
