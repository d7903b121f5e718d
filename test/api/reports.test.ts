import { rowsOf } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { hoursAgo, minutesAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

/** What the definitions of reports do not say: odd texts, limits, zones. */

const service = forAllTests(joinQueryService);

describe('the path', () => {
  const at = { site_id: 'odd' };
  const pages = ['/', '/a/b', '/%2F'];
  beforeAll(() => service.insert(pages.map((page_path) => seen(hoursAgo(1), { ...at, page_path }))));

  test.each([
    ['%2Fa%2Fb%2F%2F', '/a/b'],
    ['a%2Fb', '/a/b'],
    ['%2F%2F', '/'],
    ['%2f%61%2fb', '/a/b'],
    ['%252F', '/%2F'],
  ])('%s is %s', async (segment, page_path) => {
    expect(await service.data(`/pages/${segment}/engagement`, at)).toMatchObject({ page_path, views: 1 });
  });
});

describe('pageviews over time', () => {
  beforeAll(async () => {
    const at = { site_id: 'shop' };
    const ada = { ...at, ...visit(minutesAgo(80)) };
    const ben = { ...at, ...visit(minutesAgo(14)) };
    await service.insert([
      ...[minutesAgo(80), minutesAgo(75) - 1, minutesAgo(75), minutesAgo(16)].map((at) => ping(at, ada)),
      ping(minutesAgo(14), ben),
      seen(minutesAgo(13), { ...at, visitor_id: ben.visitor_id }),
      // Outside the range, but in buckets that overlap it.
      seen(minutesAgo(91), at),
      seen(minutesAgo(0), at),
    ]);
  });

  test.each([
    [{ period: '48h' }, 'hour', 49],
    [{ period: 'all' }, 'day', 3653],
    // The maximum.
    [{ start: '2026-01-01T00:00Z', end: '2026-07-28T08:00Z', granularity: 'hour' }, 'hour', 5000],
  ])('%j is in %ss', async (parameters, granularity, count) => {
    const { body } = await service.report('/pageviews-over-time', parameters);
    expect([Object(body).meta.granularity, Object(body).data.length]).toEqual([granularity, count]);
  });

  test('hours begin at full hours of a zone that ClickHouse may not have', async () => {
    const asked = { site_id: 'shop', period: '90m', timezone: 'America/Coyhaique' };
    const found = await service.rows('/pageviews-over-time', asked);
    const hours = ['05', '06', '07'].map((hour) => `2026-11-21T${hour}:00:00-03:00`);
    expect(found.map(({ bucket }) => bucket)).toEqual(hours);
    expect(found.reduce((sum, { pageviews }) => sum + Number(pageviews), 0)).toBe(6);
  });
});

test('60 cohorts are shown, and the 60th period counts like the first', async () => {
  const site_id = 'long';
  const times = ['2026-09-01T00:00:00Z', '2026-10-30T23:00:00Z'].map(Date.parse);
  const visitor_id = uuid7(times[0] ?? 0);
  await service.insert(times.map((at) => ({ ...seen(at, { site_id }), visitor_id })));
  const asked = { site_id, granularity: 'day', start: '2026-09-01', end: '2026-10-30' };
  const data = await service.rows('/retention', asked);
  expect(data).toHaveLength(60);
  const returned = [1, ...Array<number>(58).fill(0), 1];
  expect(data[0]).toEqual({ cohort: '2026-09-01', visitors: 1, returned });
});

beforeAll(() => service.insert([seen(hoursAgo(1), { site_id: 'ages' })]));

/** What parameters mean; test/api/refused.test.ts has values that they refuse. */
test('a range to the ends of time includes everything, and a blank may stand for +', async () => {
  const ages = { site_id: 'ages', start: '1970-01-01T00:00:00 00:00', end: '2199-12-31' };
  expect(await service.data('/overview', ages)).toMatchObject({ pageviews: 1, sessions: 1 });
  // There, 1970 began before 1970 in UTC.
  const inBerlin = { ...ages, start: '1970-01-01', timezone: 'Europe/Berlin' };
  for (const more of [{}, { from: 'page~/' }, { filter: 'page~/' }])
    expect(await service.rows('/journeys', { ...inBerlin, ...more })).toMatchObject([{ sessions: 1 }]);
});

test('ClickHouse knows every time zone that the service accepts, except the newest', async () => {
  const zones = 'select time_zone from system.time_zones';
  const known = (await rowsOf<{ time_zone: string }>(service.client, zones)).map((row) => row.time_zone);
  // This zone was created in 2025: a report whose SQL uses the zone must not rely on the server's list.
  const lacking = new Set(['America/Coyhaique']);
  const unknown = Intl.supportedValuesOf('timeZone').filter((zone) => !known.includes(zone));
  expect(unknown.filter((zone) => !lacking.has(zone))).toEqual([]);
});
