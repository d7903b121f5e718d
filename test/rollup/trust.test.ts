import { rebuildDay, rollups } from '@tallyhouse/clickhouse';
import { type QueryService, startQueryService, visit } from '../api/query-service.ts';
import { uuid7 } from '../harness/uuid7.ts';

// Each rebuild of all tables is some fifty statements.
jest.setTimeout(180_000);

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const date = '2026-11-18';
const morning = Date.parse(`${date}T08:00:00Z`);
const hour = 3_600_000;

async function rollUp(): Promise<void> {
  for (const rollup of rollups) await rebuildDay(service.database.client, rollup, date, { settled: 0 });
}

const command = (query: string) => service.database.client.command({ query });

/** Rows that no ping made: a report that counts them was read from the rollup. */
const inventViews = () =>
  command(
    `insert into totals (site_id, minutes, slot, views) values ('blog', 1440, '${date} 00:00:00', 100)`,
  );

async function pageviews(): Promise<unknown> {
  const { body } = await service.report('/overview', {
    site_id: 'blog',
    start: `${date}T00:00:00Z`,
    end: '2026-11-19T00:00:00Z',
  });
  return Object(body).data.pageviews;
}

test('a day is trusted while its part stands, and not a moment longer', async () => {
  await service.insert([{ ...visit(morning), pageview_id: uuid7(morning), pinged_at: morning }]);
  expect(await pageviews()).toBe(1);
  await rollUp();
  expect(await pageviews()).toBe(1);
  await inventViews();
  expect(await pageviews()).toBe(101);

  await command(`alter table totals drop partition '${date}'`);
  expect(await pageviews()).toBe(1);

  await rollUp();
  await inventViews();
  expect(await pageviews()).toBe(101);
  const later = morning + 60_000;
  await service.insert([{ ...visit(later), pageview_id: uuid7(later), pinged_at: later }]);
  expect(await pageviews()).toBe(2);

  await rollUp();
  expect(await pageviews()).toBe(2);
  await inventViews();
  expect(await pageviews()).toBe(102);
});

test('of a day that was touched in one of its hours no sums of the whole day are taken', async () => {
  const viewAt = (at: number) => ({
    ...visit(at),
    site_id: 'engaged',
    page_path: '/a',
    pageview_id: uuid7(at),
    pinged_at: at,
  });
  await service.insert([viewAt(morning), viewAt(morning + 13 * hour)]);
  await rollUp();
  await service.insert([viewAt(morning + 12 * hour)]);
  const { body } = await service.report('/pages/%2Fa/engagement', {
    site_id: 'engaged',
    start: '2026-11-16T12:00:00Z',
    end: '2026-11-20T12:00:00Z',
  });
  expect(Object(body).data).toMatchObject({ views: 3, unique_views: 3, entries: 3 });
});
