import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase, rowsOf } from '../harness/clickhouse.ts';
import { named } from '../harness/own-tables.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { settleDays } from './settle-days.ts';

const date = '2026-10-14';
const noon = Date.parse(`${date}T12:00:00Z`);
const views = 20_000;
/** A sixth of the limit that the service sets. */
const memory = 330_000_000;

const db = forAllTests(createTestDatabase);

test('a day of one session with many long paths is rebuilt within the memory limit', async () => {
  const query_params = { session: uuid7(noon), noon: noon / 1000, views };
  // Rows as the consumer stores them, in blocks that the server accepts.
  await db.client.command({
    query: `insert into pageviews
        (site_id, session_hour, session_id, pageview_id, visitor_id, page_path, entered_at, exited_at)
      select 'blog', toDateTime({noon:UInt32}, 'UTC'), {session:UUID}, generateUUIDv4(number), {session:UUID},
        concat('/', toString(number), repeat('漢字', 500)),
        toDateTime64({noon:UInt32}, 3, 'UTC') + toIntervalMillisecond(number * 200) as at, at
      from numbers({views:UInt32})`,
    query_params,
    clickhouse_settings: { max_block_size: '5000', min_insert_block_size_rows: '5000', async_insert: 0 },
  });
  await db.client.command({
    query: `insert into sessions (site_id, session_hour, session_id, visitor_id, first_seen_at, last_seen_at)
      select 'blog', toDateTime({noon:UInt32}, 'UTC'), {session:UUID}, {session:UUID},
        toDateTime64({noon:UInt32}, 3, 'UTC') as at, at + toIntervalMillisecond({views:UInt32} * 200)`,
    query_params,
    clickhouse_settings: { async_insert: 0 },
  });
  // As the server soon does by itself: each part that is read takes memory.
  await db.client.command({ query: 'optimize table pageviews final' });
  await settleDays(db.client, [date], { lagMs: 0, memory });

  const found = `select
      (select sum(views) from settled_totals where minutes = 1440) as views,
      count() as rows,
      uniqExact(page_path) as pages,
      countIf(next_page = '') as last_rows,
      uniqExact(exit_page) as exit_pages
    from settled_pageviews where site_id = 'blog'`;
  expect(await rowsOf(db.client, named(found))).toEqual([
    { views, rows: views, pages: views, last_rows: 1, exit_pages: 1 },
  ]);
});
