import { meta } from './meta.ts';
import {
  hoursAgo,
  joinQueryService,
  type SharedQueryService,
  startQueryService,
  visit,
} from './query-service.ts';

let service: SharedQueryService;

beforeAll(async () => {
  service = await joinQueryService();
});
afterAll(() => service.stop());

const own = { ...meta, geoip: false };

test('a site without data has empty lists', async () => {
  const { status, body } = await service.report('/geo');
  expect(status).toBe(200);
  expect(body).toEqual({ meta: own, data: { countries: [], regions: [], cities: [] } });
});

test('countries, regions and cities are sorted by visits, then by name', async () => {
  const places = [
    { country: 'NL', region: 'Noord-Holland', city: 'Amsterdam' },
    { country: 'NL', region: 'Noord-Holland', city: 'Haarlem' },
    { country: 'NL', region: '', city: '' },
    { country: 'DE', region: 'Berlin', city: 'Berlin' },
    { country: 'US', region: 'New Hampshire', city: 'Berlin' },
    { country: '', region: '', city: '' },
  ];
  const at = { site_id: 'world' };
  const moving = visit(hoursAgo(5));
  await service.insert([
    ...places.map((place) => ({ ...at, ...place, ...visit(hoursAgo(3)), pinged_at: hoursAgo(3) })),
    // A session is where it began.
    { ...at, ...moving, pinged_at: hoursAgo(5), country: 'DE', region: 'Berlin', city: 'Berlin' },
    { ...at, ...moving, pinged_at: hoursAgo(4), country: 'PL', region: 'Lubusz', city: 'Słubice' },
  ]);
  const { body } = await service.report('/geo', at);
  expect(body).toEqual({
    meta: { ...own, site_id: 'world', sites: ['world'] },
    data: {
      countries: [
        { country: 'NL', visits: 3 },
        { country: 'DE', visits: 2 },
        { country: '', visits: 1 },
        { country: 'US', visits: 1 },
      ],
      regions: [
        { country: 'DE', region: 'Berlin', visits: 2 },
        { country: 'NL', region: 'Noord-Holland', visits: 2 },
        { country: '', region: '', visits: 1 },
        { country: 'NL', region: '', visits: 1 },
        { country: 'US', region: 'New Hampshire', visits: 1 },
      ],
      cities: [
        { country: 'DE', region: 'Berlin', city: 'Berlin', visits: 2 },
        { country: '', region: '', city: '', visits: 1 },
        { country: 'NL', region: '', city: '', visits: 1 },
        { country: 'NL', region: 'Noord-Holland', city: 'Amsterdam', visits: 1 },
        { country: 'NL', region: 'Noord-Holland', city: 'Haarlem', visits: 1 },
        { country: 'US', region: 'New Hampshire', city: 'Berlin', visits: 1 },
      ],
    },
  });
});

test('limit applies to each list', async () => {
  const { body } = await service.report('/geo', { site_id: 'world', limit: '1' });
  expect(body).toMatchObject({
    data: {
      countries: [{ country: 'NL', visits: 3 }],
      regions: [{ country: 'DE', region: 'Berlin', visits: 2 }],
      cities: [{ country: 'DE', region: 'Berlin', city: 'Berlin', visits: 2 }],
    },
  });
});

test.each([
  ['', true],
  ['/srv/GeoLite2-City.mmdb', true],
  ['off', false],
])('with GEOIP_DB=%s meta.geoip is %s', async (GEOIP_DB, geoip) => {
  const other = await startQueryService({ GEOIP_DB });
  const { body } = await other.report('/geo');
  await other.stop();
  expect(body).toMatchObject({ meta: { geoip } });
});
