import { everyEndpoint } from './every-endpoint.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

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
  const data = Object(await service.data(path, { site_id: 'empty', timezone, granularity, ...range }));
  const count = (data.buckets ?? data).length;
  expect(count).toBeGreaterThanOrEqual(granularity === 'month' ? 2760 : most - 1);
});
