import { only } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { count, instant } from '../reply/reply.ts';
import { defineEndpoint } from './define/endpoint.ts';
import { activeVisitors, newestPageviews, visitorsByMinute, visitorsBySite } from './realtime/pings.ts';

const minuteMs = 60_000;
const windowMinutes = 5;
/** Minutes for which visitors are counted and new pageviews are listed. */
const recentMinutes = 30;

const row = z.object({
  list: z.enum(['totals', 'pages', 'countries', 'sources']),
  page_path: z.string(),
  page_title: z.string(),
  country: z.string(),
  source: z.string(),
  active_visitors: z.number(),
  active_sessions: z.number(),
});

const minuteRow = z.object({ minutes_ago: z.number(), visitors: z.number() });

const siteRow = z.object({ site_id: z.string(), active_visitors: z.number() });

const recentRow = z.object({
  site_id: z.string(),
  entered_at_ms: z.number(),
  page_path: z.string(),
  page_title: z.string(),
  source: z.string(),
  country: z.string(),
});

const response = z.object({
  active_visitors: count(),
  active_sessions: count(),
  pages: z
    .array(z.object({ page_path: z.string(), page_title: z.string(), active_visitors: count() }))
    .describe('A visitor is on the page of its latest ping.'),
  countries: z
    .array(z.object({ country: z.string(), active_visitors: count() }))
    .describe('ISO 3166-1 alpha-2 codes; empty when unknown.'),
  sources: z.array(z.object({ source: z.string(), active_visitors: count() })),
  per_minute: z
    .array(count())
    .length(windowMinutes)
    .describe('Distinct visitors in each of the five minutes, oldest first: the last of `minutes`.'),
  sites: z
    .array(z.object({ site_id: z.string(), active_visitors: count() }))
    .describe(
      'Those of the sites asked for that have any, by visitors, then id. One on two sites counts on both.',
    ),
  minutes: z
    .array(count())
    .length(recentMinutes)
    .describe('Distinct visitors in each of the last 30 minutes, oldest first.'),
  recent: z
    .array(
      z.object({
        site_id: z.string(),
        entered_at: instant,
        page_path: z.string(),
        page_title: z.string(),
        source: z.string(),
        country: z.string(),
      }),
    )
    .describe(
      'Pageviews entered in the last 30 minutes, newest first, each with the source and country of its session.',
    ),
});

/** The visitors of the last five minutes, by their pings, and what happened in the last thirty. */
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
      sites.ids.length > 1 ? query(visitorsBySite, siteRow) : undefined,
      query(visitorsByMinute, minuteRow, recently),
      query((read) => newestPageviews(read, limit), recentRow, recently),
    ]);
    const visitorsBefore = new Map(byMinute.rows.map((of) => [of.minutes_ago, of.visitors]));
    const minutes = Array.from(
      { length: recentMinutes },
      (_, index) => visitorsBefore.get(recentMinutes - 1 - index) ?? 0,
    );
    const of = (list: z.output<typeof row>['list']) => rows.filter((entry) => entry.list === list);
    const { active_visitors, active_sessions } = only(of('totals'));
    const ofOneSite = active_visitors > 0 ? sites.ids.map((site_id) => ({ site_id, active_visitors })) : [];
    return {
      data: {
        active_visitors,
        active_sessions,
        pages: of('pages').map(({ page_path, page_title, active_visitors }) => ({
          page_path,
          page_title,
          active_visitors,
        })),
        countries: of('countries').map(({ country, active_visitors }) => ({ country, active_visitors })),
        sources: of('sources').map(({ source, active_visitors }) => ({ source, active_visitors })),
        per_minute: minutes.slice(-windowMinutes),
        sites: bySite?.rows ?? ofOneSite,
        minutes,
        recent: recent.rows.map(({ site_id, entered_at_ms, ...pageview }) => ({
          site_id,
          entered_at: new Date(entered_at_ms).toISOString(),
          ...pageview,
        })),
      },
    };
  },
});
