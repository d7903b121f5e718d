import { meta, metaOf } from './meta.ts';
import { hoursAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const at = { site_id: 'world' };
const own = { ...meta, geoip: false };

beforeAll(async () => {
  const places = [
    { country: 'NL', region: 'Noord-Holland', city: 'Amsterdam' },
    { country: 'NL', region: 'Noord-Holland', city: 'Haarlem' },
    { country: 'NL', region: '', city: '' },
    { country: 'DE', region: 'Berlin', city: 'Berlin' },
    { country: 'US', region: 'New Hampshire', city: 'Berlin' },
    { country: '', region: '', city: '' },
  ];
  const moving = { ...at, ...visit(hoursAgo(5)) };
  await service.insert([
    ...places.map((place) => seen(hoursAgo(3), { ...at, ...place })),
    // A session is where it began.
    ping(hoursAgo(5), moving, { country: 'DE', region: 'Berlin', city: 'Berlin' }),
    ping(hoursAgo(4), moving, { country: 'PL', region: 'Lubusz', city: 'Słubice' }),
  ]);
});

test('countries, regions and cities are sorted by visits, then by name', async () => {
  const { body } = await service.report('/geo', at);
  expect(body).toEqual({
    meta: { ...own, ...metaOf('world') },
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
