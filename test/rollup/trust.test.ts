import { rebuildDay, rollups } from '@tallyhouse/clickhouse';
import { type QueryService, startQueryService, visit } from '../api/query-service.ts';
import { uuid7 } from '../harness/clickhouse.ts';

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const date = '2026-11-18';
const morning = Date.parse(`${date}T08:00:00Z`);

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
