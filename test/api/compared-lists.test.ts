import { hoursAgo, iso, minutesAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

/** In the last hour, the hour before it, and the same hour a week and a year ago. */
const moments = {
  now: minutesAgo(30),
  before: minutesAgo(90),
  week: minutesAgo(30) - 7 * 24 * 3_600_000,
  year: Date.parse('2025-11-21T09:45:00Z'),
};
type When = keyof typeof moments;

/** How often each value occurs in each of these hours. */
const counts: Record<string, Partial<Record<When, number>>> = {
  steady: { now: 3, before: 3, week: 1 },
  risen: { now: 4, before: 1, year: 2 },
  fresh: { now: 2 },
  fallen: { now: 1, before: 3 },
  gone: { before: 2, year: 1 },
  still: { now: 1, before: 1 },
};

beforeAll(async () => {
  const pings = Object.entries(counts).flatMap(([name, times]) =>
    Object.entries(times).flatMap(([when, count]) =>
      Array.from({ length: count }, (_, index) => {
        const at = moments[when as When] + index;
        const ids = { site_id: 'lists', ...visit(at) };
        const place = { country: name.slice(0, 2).toUpperCase(), region: name, city: name };
        const device = { browser: name, os: name, device_type: name };
        return [
          ping(at, ids, { page_path: `/${name}`, source: name, medium: 'm', ...place, ...device }),
          ping(at, ids, { event: name, pageview_id: '00000000-0000-0000-0000-000000000000' }),
        ];
      }).flat(),
    ),
  );
  await service.insert(pings);
});

/** Each list with the names of its column and its count, and its path in the response. */
type List = [path: string, column: string, count: string, list: string];
const lists: List[] = [
  ['/pages', 'page_path', 'views', ''],
  ['/sources', 'source', 'visits', ''],
  ['/geo', 'region', 'visits', 'regions'],
  ['/geo', 'city', 'visits', 'cities'],
  ['/devices', 'browser', 'visits', 'browsers'],
  ['/devices', 'os', 'visits', 'operating_systems'],
  ['/breakdown', 'value', 'visits', ''],
  ['/events', 'event', 'events', ''],
];

/** Rows of a list as `name now previous change growth`. */
async function rowsOf([path, column, count, list]: List, parameters: Record<string, string>) {
  const asked = { site_id: 'lists', period: '1h', ...(path === '/breakdown' && { dimension: 'source' }) };
  const data = await service.data(path, { ...asked, ...parameters });
  const rows: Record<string, unknown>[] = list === '' ? data : Object(data)[list];
  const columns = [column, count, 'previous', 'change', 'growth_rate'];
  return rows.map((row) => columns.map((name) => String(row[name]).replace('/', '')).join(' '));
}

const [risen, steady, fresh] = ['risen 4 1 3 300', 'steady 3 3 0 0', 'fresh 2 0 2 null'];
const [fallen, still, gone] = ['fallen 1 3 -2 -66.67', 'still 1 1 0 0', 'gone 0 2 -2 -100'];
const previous = [risen, steady, fresh, fallen, still];
const others = ['fresh 2 0 2 null', 'fallen 1 0 1 null', 'still 1 0 1 null'];
const ofAll = ['risen 7', 'steady 7', 'fallen 4', 'gone 3', 'fresh 2', 'still 2'];
const plain = ['risen 4', 'steady 3', 'fresh 2', 'fallen 1', 'still 1'];

const comparisons: [parameters: Record<string, string>, rows: unknown[]][] = [
  [{}, plain.map((row) => `${row} undefined undefined undefined`)],
  [{ compare: 'previous' }, previous],
  [{ compare: 'year' }, ['risen 4 2 2 100', 'steady 3 0 3 null', ...others]],
  [{ compare: `${iso(hoursAgo(2))}/${iso(hoursAgo(1))}` }, previous],
  [{ compare: 'previous', sort: 'rising' }, [risen, fresh, steady, still, fallen, gone]],
  [{ compare: 'previous', sort: 'falling' }, [fallen, gone, steady, still, fresh, risen]],
  [{ compare: 'previous', sort: 'falling', limit: '2' }, [fallen, gone]],
  [{ compare: 'previous', match: 'weekday' }, ['risen 4 0 4 null', 'steady 3 1 2 200', ...others]],
  [{ compare: 'previous', sort: 'rising', period: 'all' }, ofAll.map((row) => `${row} null null null`)],
];
/** Every comparison of one list of sessions and one of events, and one comparison of each of the others, which each writes for itself. */
const cases = lists.flatMap((list, index) =>
  comparisons
    .filter((_, kind) => ['/pages', '/events'].includes(list[0]) || kind === 4 || kind === index % 4)
    .map(([asked, rows]) => ({ list, asked, rows })),
);

test.each(cases)('$list with $asked', async ({ list, asked, rows }) => {
  expect(await rowsOf(list, asked)).toEqual(rows);
});

test.each([
  ['all', 'previous', null],
  ['today', 'previous', { start: '2026-11-14T00:00:00.000Z', end: '2026-11-14T10:15:00.000Z' }],
])('meta.compare with match=weekday of period=%s', async (period, compare, expected) => {
  const asked = { period, compare, match: 'weekday' };
  for (const path of ['/pages', '/geo', '/insights', '/digest']) {
    expect((await service.report(path, asked)).body).toMatchObject({ meta: { compare: expected } });
  }
});

test('weeks in which clocks are set', async () => {
  const asked = { start: '2026-10-25', end: '2026-10-25', timezone: 'Europe/Berlin', compare: 'previous' };
  await service.insert(
    ['17T21:59', '17T22:00', '18T21:59', '18T22:00', '25T22:59', '25T23:00'].map((at) =>
      seen(Date.parse(`2026-10-${at}:00Z`), { site_id: 'clocks', page_path: '/' }),
    ),
  );
  const data = await service.data('/pages', { site_id: 'clocks', ...asked, match: 'weekday' });
  expect(data).toMatchObject([{ views: 1, previous: 2, change: -1, growth_rate: -50 }]);
});

test('/sites says more when compare is sent', async () => {
  const before = { previous: 10, growth_rate: 10 };
  const of = async (more: Record<string, string>) =>
    service.rows('/sites', { site_id: 'lists', period: '1h', limit: 'all', ...more });
  const row = (rows: Record<string, unknown>[]) => rows.find(({ site_id }) => site_id === 'lists') ?? {};
  const plain = row(await of({}));
  expect(Object.keys(plain)).not.toContain('previous');
  expect(row(await of({ compare: 'previous' }))).toEqual({ ...plain, ...before });
  expect(row(await of({ compare: 'previous', match: 'weekday' }))).toMatchObject({
    previous: 1,
    growth_rate: 1000,
  });
  expect(row(await of({ match: 'weekday' }))).toMatchObject({ change: 1000 });
  expect(row(await of({ compare: 'year', period: 'all' }))).toMatchObject({ previous: 3 });
});
