import { meta, metaOf } from './meta.ts';
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

test('a site without data has empty lists', async () => {
  const { status, body } = await service.report('/devices');
  expect(status).toBe(200);
  expect(body).toEqual({ meta, data: { browsers: [], operating_systems: [], device_types: [] } });
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

test('limit applies to each list, and shares are still of all sessions', async () => {
  expect(await service.data('/devices', { ...at, limit: '1' })).toEqual({
    browsers: [{ browser: 'Firefox', visits: 3, percentage: 42.86 }],
    operating_systems: [{ os: 'Windows', visits: 3, percentage: 42.86 }],
    device_types: [{ device_type: 'desktop', visits: 4, percentage: 57.14 }],
  });
});

test('with a filter, shares are of the sessions it selects', async () => {
  expect(await service.data('/devices', { ...at, filter: 'os:Android' })).toMatchObject({
    device_types: [{ device_type: 'mobile', visits: 2, percentage: 100 }],
  });
});
