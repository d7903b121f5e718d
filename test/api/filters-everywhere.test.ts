import { z } from 'zod';
import { everyEndpoint, type RequestableEndpoint } from './every-endpoint.ts';
import { type QueryService, startQueryService } from './query-service.ts';
import { threeSessions } from './three-sessions.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
  await service.insert(threeSessions);
});
afterAll(() => service.stop());

describe('every report and export', () => {
  /** A response without its meta. */
  const answer = async (
    { path, parameters }: RequestableEndpoint,
    more: Record<string, string | string[]>,
  ) => {
    const { status, body } = await service.report(path, { ...parameters, ...more });
    expect([path, status]).toEqual([path, 200]);
    return typeof body === 'string' ? body : { ...(body as object), meta: {} };
  };

  // The tests of /sites and /pings show that filters have no effect there, and that of /retention that its cohorts stay.
  const unfiltered = ['/sites', '/pings', '/retention'];
  const filtered = everyEndpoint.filter(({ path }) => !unfiltered.includes(path));

  test.each(filtered)('$path is as without data when a filter selects none', async (endpoint) => {
    const withoutData = await answer(endpoint, { site_id: 'empty' });
    for (const filter of [
      'source:Nobody',
      'page:/nothing',
      'exit_page:/nothing',
      'visitor_type!:new|returning',
    ]) {
      expect(await answer(endpoint, { filter })).toEqual(withoutData);
    }
  });

  const table = [
    ['/overview', { pageviews: 2, unique_visitors: 1, sessions: 1, bounce_rate: 0 }],
    ['/pages', [{ page_path: '/a' }, { page_path: '/b', views: 1 }]],
    ['/pages/%2Fb/engagement', { views: 1, entries: 0, exits: 1 }],
    ['/sources', [{ source: 'Google', visits: 1 }]],
    ['/breakdown', [{ value: 'Spring Sale', visits: 1 }]],
    ['/geo', { cities: [{ city: 'Amsterdam', visits: 1 }] }],
    ['/devices', { browsers: [{ browser: 'Firefox', visits: 1, percentage: 100 }] }],
    ['/insights', { pageviews: { current: 2 }, sessions: { current: 1 } }],
    ['/search', [{ page_path: '/a' }, { page_path: '/b', views: 1 }]],
  ] as const;

  test.each(table)('%s counts only what a filter selects', async (path, data) => {
    const endpoint = everyEndpoint.find((one) => one.path === path);
    if (endpoint === undefined) throw new Error(`There is no ${path}`);
    for (const filter of ['source:Google', 'exit_page:/b', 'entry_page~/A']) {
      expect(await answer(endpoint, { filter })).toMatchObject({ data });
    }
  });

  test.each(['source:Google', 'page:/b', 'exit_page:/c', 'visitor_type:new', 'referrer~blog'])(
    'with %s their sums agree',
    async (filter) => {
      const asked = { filter, start: '2026-11-19T09:00Z', end: '2026-11-20T04:00Z' };
      const sum = (rows: unknown, of: string) =>
        z
          .array(z.record(z.string(), z.unknown()))
          .parse(rows)
          .reduce((total, row) => total + Number(row[of]), 0);
      const data = async (path: string) => {
        const { body } = await service.report(path, asked);
        return z.object({ data: z.unknown() }).parse(body).data;
      };
      const lines = async (path: string) => {
        const { body } = await service.report(path, asked);
        return String(body).trim().split('\n').length - 1;
      };
      const { pageviews, sessions } = z
        .object({ pageviews: z.number(), sessions: z.number() })
        .parse(await data('/overview'));
      const { countries } = z.object({ countries: z.unknown() }).parse(await data('/geo'));
      const { browsers } = z.object({ browsers: z.unknown() }).parse(await data('/devices'));
      expect({
        series: sum(await data('/pageviews-over-time'), 'pageviews'),
        pages: sum(await data('/pages'), 'views'),
        file: await lines('/export/pageviews'),
      }).toEqual({ series: pageviews, pages: pageviews, file: pageviews });
      expect({
        series: sum(await data('/pageviews-over-time'), 'sessions'),
        sources: sum(await data('/sources'), 'visits'),
        countries: sum(countries, 'visits'),
        browsers: sum(browsers, 'visits'),
        file: await lines('/export/sessions'),
      }).toEqual({
        series: sessions,
        sources: sessions,
        countries: sessions,
        browsers: sessions,
        file: sessions,
      });
    },
  );
});
