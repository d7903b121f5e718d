import { hoursAgo, seen } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);
beforeAll(() => service.insert([seen(hoursAgo(1), { site_id: 'ages' })]));

/** What parameters mean. test/api/refused.test.ts has what they do not accept. */
test.each([
  [{}, '2026-11-14T10:15:00.000Z', '2026-11-21T10:15:00.000Z', 'UTC'],
  [{ period: '1h' }, '2026-11-21T09:15:00.000Z', '2026-11-21T10:15:00.000Z', 'UTC'],
  [
    { period: 'today', timezone: 'Asia/Kathmandu' },
    '2026-11-20T18:15:00.000Z',
    '2026-11-21T10:15:00.000Z',
    'Asia/Kathmandu',
  ],
  [
    { start: '2026-11-01', end: '2026-11-01', period: '7d' },
    '2026-11-01T00:00:00.000Z',
    '2026-11-02T00:00:00.000Z',
    'UTC',
  ],
  [{ start: '2026-11-21T10:00:00 02:00' }, '2026-11-21T08:00:00.000Z', '2026-11-21T10:15:00.000Z', 'UTC'],
  [
    { end: '2026-11-01', timezone: 'europe/paris' },
    '2026-10-25T23:00:00.000Z',
    '2026-11-01T23:00:00.000Z',
    'Europe/Paris',
  ],
  [
    { end: '1970-01-01T00:00Z', period: 'all' },
    '1960-01-01T00:00:00.000Z',
    '1970-01-01T00:00:00.000Z',
    'UTC',
  ],
  [{ start: '1970-01-01', end: '2199-12-31' }, '1970-01-01T00:00:00.000Z', '2200-01-01T00:00:00.000Z', 'UTC'],
])('%j is understood', async (parameters, start, end, timezone) => {
  for (const path of ['/overview', '/pages']) {
    expect(await service.report(path, parameters)).toMatchObject({
      status: 200,
      body: { meta: { site_id: 'blog', start, end, timezone, filters: [] } },
    });
  }
});

test('a range to the ends of time includes everything', async () => {
  const ages = { site_id: 'ages', start: '1970-01-01', end: '2199-12-31' };
  expect(await service.data('/overview', ages)).toMatchObject({ pageviews: 1, sessions: 1 });
});

test('ClickHouse knows every time zone that the service accepts, except the newest', async () => {
  const result = await service.client.query({
    query: 'select time_zone from system.time_zones',
    format: 'JSONEachRow',
  });
  const known = (await result.json<{ time_zone: string }>()).map((row) => row.time_zone);
  // Created in 2025. A report whose SQL uses the zone must not rely on the server.
  const lacking = new Set(['America/Coyhaique']);
  const unknown = Intl.supportedValuesOf('timeZone').filter((zone) => !known.includes(zone));
  expect(unknown.filter((zone) => !lacking.has(zone))).toEqual([]);
});
