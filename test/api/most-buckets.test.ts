import { everyEndpoint } from './every-endpoint.ts';
import { type QueryService, startQueryService } from './query-service.ts';

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const hour = 3_600_000;
const most = 5000;
const start = Date.UTC(2010, 5, 1, 0, 10);
const lengths = { hour, day: 24 * hour, week: 7 * 24 * hour } as const;

/**
 * Ranges with the maximum number of buckets: by hour one less, as Lord Howe's clocks add one; by month as many as the limits
 * of start and end allow.
 */
const longest: Record<string, { start: string; end: string }> = {
  month: { start: '1970-01-02', end: '2199-12-30' },
};
for (const [granularity, length] of Object.entries(lengths)) {
  const end = start + (most - 1) * length - hour;
  longest[granularity] = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe'];
// /retention has at most 60 periods.
const series = everyEndpoint.filter(({ path, takes }) => takes('granularity') && path !== '/retention');
const questions = series.flatMap(({ path }) =>
  zones.flatMap((timezone) =>
    Object.entries(longest).map(([granularity, range]) => ({ path, timezone, granularity, range })),
  ),
);

test('some reports are series', () => {
  expect(series).not.toEqual([]);
});

test.each(questions)('$path in $timezone by $granularity, at its longest', async (question) => {
  const { path, timezone, granularity, range } = question;
  const { status, body } = await service.report(path, {
    site_id: 'empty',
    timezone,
    granularity,
    ...range,
  });
  expect({ status, error: Object(body).error }).toEqual({ status: 200, error: undefined });
  const { data } = Object(body);
  const count = (data.buckets ?? data).length;
  expect(count).toBeGreaterThanOrEqual(granularity === 'month' ? 2760 : most - 1);
});
