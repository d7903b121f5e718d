import { minutesAgo, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const rates = { bounce_rate: null, avg_session_duration_seconds: null, views_per_session: null };
const nobody = { unique_visitors: 0, new_visitors: 0, returning_visitors: 0 };
const empty = { pageviews: 0, ...nobody, sessions: 0, ...rates };

interface Body {
  meta: Record<string, unknown>;
  data: {
    bucket: string;
    pageviews: number;
    unique_visitors: number;
    new_visitors: number;
    returning_visitors: number;
    sessions: number;
  }[];
}

async function series(parameters: Record<string, string>): Promise<Body> {
  const { status, body } = await service.report('/pageviews-over-time', parameters);
  expect(status).toBe(200);
  return body as Body;
}

const buckets = async (parameters: Record<string, string>) =>
  (await series(parameters)).data.map(({ bucket }) => bucket);

test('seven days overlap eight dates, all of which are listed', async () => {
  const { status, body } = await service.report('/pageviews-over-time');
  expect(status).toBe(200);
  expect(body).toEqual({
    meta: {
      site_id: 'blog',
      sites: ['blog'],
      start: '2026-11-14T10:15:00.000Z',
      end: '2026-11-21T10:15:00.000Z',
      timezone: 'UTC',
      filters: [],
      granularity: 'day',
    },
    data: [14, 15, 16, 17, 18, 19, 20, 21].map((day) => ({
      bucket: `2026-11-${day}T00:00:00+00:00`,
      ...empty,
    })),
  });
});

test('counts pageviews and visitors in the bucket in which pageviews were entered, sessions where they began', async () => {
  const at = { site_id: 'shop' };
  const [ada, ben] = [visit(minutesAgo(80)), visit(minutesAgo(14))];
  await service.insert([
    { ...at, ...ada, pinged_at: minutesAgo(80) },
    { ...at, ...ada, pinged_at: minutesAgo(75) - 1 },
    { ...at, ...ada, pinged_at: minutesAgo(75) },
    { ...at, ...ada, pinged_at: minutesAgo(16) },
    { ...at, ...ben, pinged_at: minutesAgo(14) },
    { ...at, ...visit(minutesAgo(13)), visitor_id: ben.visitor_id, pinged_at: minutesAgo(13) },
    // Outside the range, in buckets that overlap it.
    { ...at, ...visit(minutesAgo(91)), pinged_at: minutesAgo(91) },
    { ...at, ...visit(minutesAgo(0)), pinged_at: minutesAgo(0) },
  ]);
  const { body } = await service.report('/pageviews-over-time', { ...at, period: '90m' });
  expect(body).toEqual({
    meta: {
      site_id: 'shop',
      sites: ['shop'],
      start: '2026-11-21T08:45:00.000Z',
      end: '2026-11-21T10:15:00.000Z',
      timezone: 'UTC',
      filters: [],
      granularity: 'hour',
    },
    data: [
      {
        bucket: '2026-11-21T08:00:00+00:00',
        pageviews: 2,
        unique_visitors: 1,
        new_visitors: 1,
        returning_visitors: 0,
        sessions: 1,
        bounce_rate: 0,
        avg_session_duration_seconds: 3840,
        views_per_session: 2,
      },
      {
        bucket: '2026-11-21T09:00:00+00:00',
        ...empty,
        pageviews: 2,
        unique_visitors: 1,
        returning_visitors: 1,
      },
      {
        bucket: '2026-11-21T10:00:00+00:00',
        pageviews: 2,
        unique_visitors: 1,
        new_visitors: 1,
        returning_visitors: 0,
        sessions: 2,
        bounce_rate: 100,
        avg_session_duration_seconds: 0,
        views_per_session: 1,
      },
    ],
  });
});

test('who came before a bucket, or in its part before the period, returns in it', async () => {
  const at = { site_id: 'known' };
  const [cal, dora] = [visit(minutesAgo(95)), visit(minutesAgo(70))];
  await service.insert([
    { ...at, ...cal, pinged_at: minutesAgo(95), page_path: '/a' },
    { ...at, ...cal, pinged_at: minutesAgo(85), page_path: '/b' },
    { ...at, ...dora, pinged_at: minutesAgo(70), page_path: '/a' },
    { ...at, ...dora, pinged_at: minutesAgo(60), page_path: '/b' },
    { ...at, ...dora, pinged_at: minutesAgo(10), page_path: '/b' },
    { ...at, ...visit(minutesAgo(5)), pinged_at: minutesAgo(5), page_path: '/a' },
  ]);
  const visitors = async (more: Record<string, string>) =>
    (await series({ ...at, period: '90m', ...more })).data.map(
      ({ unique_visitors, new_visitors, returning_visitors }) => [
        unique_visitors,
        new_visitors,
        returning_visitors,
      ],
    );
  expect(await visitors({})).toEqual([
    [1, 0, 1],
    [1, 1, 0],
    [2, 1, 1],
  ]);
  // A visitor is new in its first bucket, on whichever page it was seen first.
  expect(await visitors({ filter: 'page:/b' })).toEqual([
    [1, 0, 1],
    [1, 1, 0],
    [1, 0, 1],
  ]);
  expect(await visitors({ granularity: 'day' })).toEqual([[3, 2, 1]]);
  const { body } = await service.report('/overview', { ...at, period: '90m' });
  expect(body).toMatchObject({ data: { unique_visitors: 3, returning_visitor_percentage: 33.33 } });
});

test('pageviews and sessions add up to the totals of the overview', async () => {
  for (const parameters of [
    { period: '90m', granularity: 'day', timezone: 'Asia/Kathmandu' },
    { period: '7d', granularity: 'hour' },
    { period: '1y', granularity: 'month', timezone: 'America/St_Johns' },
    { period: '30d', granularity: 'week', filter: 'page:/' },
  ]) {
    const asked = { site_id: 'shop', ...parameters };
    const { granularity, ...common } = asked;
    const { data } = await series({ ...common, granularity });
    const sum = (of: 'pageviews' | 'sessions') => data.reduce((total, bucket) => total + bucket[of], 0);
    const overview = await service.report('/overview', common);
    expect(overview.body).toMatchObject({ data: { pageviews: sum('pageviews'), sessions: sum('sessions') } });
  }
});

describe('granularity', () => {
  test.each([
    [{ period: '48h' }, 'hour', 49],
    [{ start: '2026-11-20', end: '2026-11-21' }, 'hour', 48],
    [{ start: '2026-11-20T00:00Z', end: '2026-11-22T00:00:00.001Z' }, 'day', 3],
    [{ period: '30d' }, 'day', 31],
    [{ period: '30d', granularity: 'hour' }, 'hour', 721],
    [{ period: '30d', granularity: 'week' }, 'week', 5],
    [{ period: '30d', granularity: 'month' }, 'month', 2],
    [{ start: '2026-11-20T10:00Z', end: '2026-11-20T10:00:00.001Z', granularity: 'month' }, 'month', 1],
    [{ start: '2026-11-20T10:00Z', end: '2026-11-20T11:00Z' }, 'hour', 1],
    [{ period: 'all' }, 'day', 3653],
  ])('%j is in %ss', async (parameters: Record<string, string>, granularity, count) => {
    const { meta, data } = await series(parameters);
    expect([meta['granularity'], data.length]).toEqual([granularity, count]);
  });

  test('weeks begin on Monday, months on the first', async () => {
    const asked = { start: '2026-10-28', end: '2026-11-10' };
    expect(await buckets({ ...asked, granularity: 'week' })).toEqual([
      '2026-10-26T00:00:00+00:00',
      '2026-11-02T00:00:00+00:00',
      '2026-11-09T00:00:00+00:00',
    ]);
    expect(await buckets({ ...asked, granularity: 'month' })).toEqual([
      '2026-10-01T00:00:00+00:00',
      '2026-11-01T00:00:00+00:00',
    ]);
  });

  test.each(['', 'minute', 'Day', 'hour,day'])('%j is refused', async (granularity) => {
    const { status, body } = await service.report('/pageviews-over-time', { granularity });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: {
        code: 'invalid_parameter',
        message: 'granularity must be one of hour, day, week, month.',
        parameter: 'granularity',
      },
    });
  });

  test('5,000 buckets are the maximum', async () => {
    const start = '2026-01-01T00:00Z';
    const most = { start, end: '2026-07-28T08:00Z', granularity: 'hour' };
    expect(await buckets(most)).toHaveLength(5000);
    const { status, body } = await service.report('/pageviews-over-time', {
      ...most,
      end: '2026-07-28T08:01Z',
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: {
        code: 'invalid_parameter',
        message:
          'granularity must be longer, or the range shorter: it has more than 5000 buckets of one hour.',
        parameter: 'granularity',
      },
    });
    const ages = await service.report('/pageviews-over-time', { start: '1970-01-01', end: '2199-12-31' });
    expect(ages.body).toMatchObject({ error: { parameter: 'granularity' } });
  });
});

describe('local time', () => {
  test('days begin at local midnight, with the offset at that time', async () => {
    const asked = { start: '2026-10-24', end: '2026-10-26', granularity: 'day', timezone: 'europe/paris' };
    expect(await buckets(asked)).toEqual([
      '2026-10-24T00:00:00+02:00',
      '2026-10-25T00:00:00+02:00',
      '2026-10-26T00:00:00+01:00',
    ]);
  });

  test('an hour that comes twice is two buckets', async () => {
    const asked = {
      start: '2026-10-25T01:00:00+02:00',
      end: '2026-10-25T03:00:00+01:00',
      timezone: 'Europe/Paris',
    };
    expect(await buckets(asked)).toEqual([
      '2026-10-25T01:00:00+02:00',
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
    ]);
  });

  test('a skipped hour has no bucket', async () => {
    const asked = {
      start: '2026-03-29T01:30:00+01:00',
      end: '2026-03-29T04:30:00+02:00',
      timezone: 'Europe/Paris',
    };
    expect(await buckets(asked)).toEqual([
      '2026-03-29T01:00:00+01:00',
      '2026-03-29T03:00:00+02:00',
      '2026-03-29T04:00:00+02:00',
    ]);
  });

  test.each([
    ['Asia/Kathmandu', ['2026-11-21T14:00:00+05:45', '2026-11-21T15:00:00+05:45']],
    ['America/St_Johns', ['2026-11-21T05:00:00-03:30', '2026-11-21T06:00:00-03:30']],
    // ClickHouse may not know this zone.
    [
      'America/Coyhaique',
      ['2026-11-21T05:00:00-03:00', '2026-11-21T06:00:00-03:00', '2026-11-21T07:00:00-03:00'],
    ],
  ])('hours begin at full hours of %s', async (timezone, expected) => {
    const { data } = await series({ site_id: 'shop', period: '90m', timezone });
    expect(data.map(({ bucket }) => bucket)).toEqual(expected);
    expect(data.reduce((sum, { pageviews }) => sum + pageviews, 0)).toBe(6);
  });
});
