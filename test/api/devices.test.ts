import { metaOf } from './meta.ts';
import { hoursAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const at = { site_id: 'things' };

beforeAll(async () => {
  const things = [
    { browser: 'Firefox', os: 'Windows', device_type: 'desktop' },
    { browser: 'Firefox', os: 'Android', device_type: 'mobile' },
    { browser: 'Chrome', os: 'Android', device_type: 'mobile' },
    { browser: '', os: '', device_type: '' },
    // A name that is in two lists.
    { browser: 'Android', os: 'Windows', device_type: 'desktop' },
    { browser: 'Chrome', os: 'Chrome', device_type: 'desktop' },
  ];
  const late = { ...at, ...visit(hoursAgo(3)) };
  await service.insert([
    ...things.map((thing) => seen(hoursAgo(3), { ...at, ...thing })),
    ping(hoursAgo(3), late, { browser: 'Firefox', os: 'Windows', device_type: 'desktop' }),
    ping(hoursAgo(2), late, { browser: 'Safari', os: 'iOS', device_type: 'tablet' }),
  ]);
});

test('browsers, operating systems and device types are sorted by visits, then by name, with their share', async () => {
  const { body } = await service.report('/devices', at);
  expect(body).toEqual({
    meta: metaOf('things'),
    data: {
      browsers: [
        { browser: 'Firefox', visits: 3, percentage: 42.86 },
        { browser: 'Chrome', visits: 2, percentage: 28.57 },
        { browser: '', visits: 1, percentage: 14.29 },
        { browser: 'Android', visits: 1, percentage: 14.29 },
      ],
      operating_systems: [
        { os: 'Windows', visits: 3, percentage: 42.86 },
        { os: 'Android', visits: 2, percentage: 28.57 },
        { os: '', visits: 1, percentage: 14.29 },
        { os: 'Chrome', visits: 1, percentage: 14.29 },
      ],
      device_types: [
        { device_type: 'desktop', visits: 4, percentage: 57.14 },
        { device_type: 'mobile', visits: 2, percentage: 28.57 },
        { device_type: '', visits: 1, percentage: 14.29 },
      ],
    },
  });
});
