/** The users that `bi-user` creates on a ClickHouse server: rights, limits, and the rows of their sites. */

import type { ClickHouseClient } from '@clickhouse/client';
import type { PingRow } from '@tallyhouse/ping';
import { createBiViews } from '@tallyhouse/schema';
import { forAllTests } from '../api/shared-service.ts';
import { clientOf, startShards } from '../cluster/shards.ts';
import { insertPings } from '../harness/clickhouse.ts';
import { insertCrawls } from '../harness/crawls.ts';
import { settleDays } from '../settle/settle-days.ts';
import { type Answer, answerOf, pings, rowsBy, storedUser } from './bi-server.ts';
import { pageQuestions } from './page-questions.ts';

let writer: ClickHouseClient;
const started = forAllTests(() =>
  startShards(1, {
    biUsers: [
      storedUser('everyone'),
      storedUser('blogger', { sites: ['blog', 'not.yet'], maxSeconds: 20, maxMemoryMb: 500 }),
      storedUser('lawyer', { sites: ['blog'], personal: true }),
    ],
  }),
);
beforeAll(async () => {
  writer = clientOf(started, 1);
  const { cluster: _, ...names } = started.bi;
  await createBiViews(writer, names);
  // One site's pages and sources are secrets of the other.
  const secret = ({ page_path, source }: PingRow) => {
    return { page_path: `/secret${page_path}`, source: `secret ${source}` };
  };
  const sent = pings.map((ping) => (ping.site_id === 'shop' ? { ...ping, ...secret(ping) } : ping));
  await insertPings(writer, sent);
  const occurred_at = Date.parse('2026-11-03T12:00:00Z');
  await insertCrawls(
    writer,
    ['blog', 'shop'].map((site_id) => ({ site_id, occurred_at })),
  );
  await writer.command({ query: "insert into annotations (version, sites) values (1, ['*'])" });
  // On these days, one block has rows of both sites.
  await settleDays(writer, ['2026-11-03', '2026-11-04']);
  // ClickHouse creates the tables of its logs when it first flushes them; until then they are unknown, not denied.
  await writer.command({ query: 'system flush logs' });
});

/** Sends a query as a BI user. Tables of `tallyhouse` are those of the test. */
async function ask(user: string, query: string): Promise<Answer> {
  const [server] = started.shards;
  const url = user === 'writer' ? server?.url : server?.biUrl(user);
  const { username, password, origin } = new URL(url ?? '');
  return answerOf(origin, username, password, query.replaceAll('tallyhouse', started.database));
}

const rows = rowsBy(ask);
const views = async () =>
  (await rows('writer', "select name from system.tables where database = 'bi'")).map(
    (row) => JSON.parse(row)[0],
  );

test.each(pageQuestions().filter(({ sql }) => sql.includes("'blog'")))(
  'a BI user of the site gets an answer to $text',
  async ({ sql }) => {
    const answer = await rows('blogger', sql.trim());
    expect(answer).toEqual(await rows('writer', sql.trim()));
    expect(answer).not.toEqual([]);
  },
);

test('a BI user for some sites sees their rows alone, in every view', async () => {
  for (const view of await views()) {
    const sites = `select distinct site_id from bi.${view}`;
    expect([view, await rows('everyone', sites)]).toEqual([view, ['["blog"]', '["shop"]']]);
    expect([view, await rows('blogger', sites)]).toEqual([view, ['["blog"]']]);
  }
  expect(await rows('blogger', "select count() from bi.sessions where site_id = 'shop'")).toEqual(['[0]']);
});

test('the filter on sites reaches the tables', async () => {
  const plan = (await rows('blogger', 'explain indexes = 1 select count() from bi.visitors')).join('\n');
  expect(plan).toMatch(/Condition: .*site_id in 2-element set/);
});

test('a view without a policy answers a BI user for some sites nothing', async () => {
  await writer.command({ query: "create view bi.later as select 'shop' as site_id" });
  expect((await ask('everyone', 'select * from bi.later')).text).toBe('shop\n');
  expect(await ask('blogger', 'select * from bi.later')).toMatchObject({ code: '497' });
  expect(await rows('blogger', 'show tables from bi')).not.toContain('["later"]');
  await writer.command({ query: 'drop view bi.later' });
});

test('personal data is for those who may see it, of their sites', async () => {
  const sites = 'select distinct site_id from bi_personal.sessions';
  expect(await rows('lawyer', sites)).toEqual(['["blog"]']);
  for (const user of ['blogger', 'everyone']) expect(await ask(user, sites)).toMatchObject({ code: '497' });
});

/** A query pretends to be a part, which one of two replicas computes. */
const inParts =
  'enable_parallel_replicas = 1, max_parallel_replicas = 2, parallel_replicas_count = 2, parallel_replica_offset = 1';
const byKey = "parallel_replicas_mode = 'custom_key_sampling', parallel_replicas_custom_key";

/** ACCESS_DENIED, READONLY, and a constraint of a setting. */
const denied = /^(497|164|452)$/;

test.each([
  'select * from tallyhouse.sessions',
  'select ip from tallyhouse.pings',
  'select * from system.query_log',
  'select * from system.users',
  'select * from system.processes',
  'select * from system.parts_columns',
  'select * from system.grants',
  'select * from system.row_policies',
  "select * from mergeTreeIndex('tallyhouse', 'visitors')",
  "select * from url('http://127.0.0.1:1/', 'LineAsString')",
  "select * from remote('127.0.0.1', 'tallyhouse', 'sessions')",
  'select * from loop(bi.sites)',
  "select * from executable('ls', 'LineAsString', 'line String')",
  'insert into bi.sites values (1)',
  'create table bi.mine (n UInt8) engine = Memory',
  'create temporary table mine (n UInt8)',
  'create view bi.mine as select 1',
  'drop view bi.sites',
  'alter table tallyhouse.sessions delete where 1',
  'kill query where 1',
  'create user mallory',
  'select 1 settings max_execution_time = 21',
  'select 1 settings max_execution_time = 0',
  'select 1 settings max_memory_usage = 500000001',
  'select 1 settings max_memory_usage_for_user = 0',
  'select 1 settings max_temporary_data_on_disk_size_for_user = 0',
  'select 1 settings priority = 0',
  'select 1 settings low_priority_query_wait_time_ms = 0',
  'select 1 settings readonly = 0',
  "select 1 settings set_overflow_mode = 'break'",
  'select 1 settings max_threads = 3',
  'select 1 settings query_plan_merge_filters = 1',
  'select 1 settings enable_join_runtime_filters = 1',
  'select 1 settings optimize_use_projections = 1',
  "select 1 settings additional_table_filters = {'tallyhouse.pageviews': 'throwIf(1) = 0'}",
  "select * from bi.pageviews settings additional_result_filter = 'throwIf(site_id = \\'shop\\') = 0'",
  `select site_id from bi.visitors settings ${inParts}, ${byKey} = 'throwIf(site_id = \\'shop\\')'`,
  `select count() from bi.visitors settings ${inParts}, parallel_replicas_mode = 'sampling_key'`,
  "select 1 settings format_avro_schema_registry_url = 'http://127.0.0.1:1/'",
  "select 1 settings output_format_schema = 'written'",
])('a BI user may not %s', async (query) => {
  expect(await ask('blogger', query)).toMatchObject({ code: expect.stringMatching(denied) });
});

test('limits may be lowered', async () => {
  const limits = "select getSetting('max_execution_time'), getSetting('max_memory_usage')";
  expect((await ask('blogger', limits)).text).toBe('20\t500000000\n');
  expect((await ask('blogger', `${limits} settings max_execution_time = 5`)).text).toBe('5\t500000000\n');
});

/** Each fails, or shows its row, where the condition is true. */
const failing = [
  'throwIf(CONDITION)',
  "toUInt8(if(CONDITION, 'row: ' || toString(tuple(*)), '0'))",
  'intDiv(1, if(CONDITION, 0, 1)) - 1',
  '1 % if(CONDITION, 0, 1)',
  'length(range(if(CONDITION, 600000000, 0)))',
  "cast(if(CONDITION, 'x', '1970-01-01') as Date) > '1980-01-01'",
  "toDecimal32(if(CONDITION, '99999999999', '0'), 2) != 0",
  "toFixedString(if(CONDITION, 'long', ''), 2) = 'zz'",
  "accurateCast(if(CONDITION, 300, 0), 'UInt8')",
  "match('a', if(CONDITION, '(', 'b'))",
];

/** Places in a query for such an expression. */
const places = [
  'select count() from VIEW where not (BAD)',
  'select count() from (select *, BAD as bad from VIEW) where bad = 0',
  'select count() from VIEW array join [1] as one where not (BAD)',
  'select count() from VIEW as seen join (select arrayJoin([0, 1]) as n) as other on other.n = toUInt8(BAD)',
  'select count() from (select * from VIEW union all select * from VIEW) where not (BAD)',
  'select distinct BAD from VIEW',
  'select sum(BAD) over () from VIEW order by BAD limit 1',
];

test.each([
  ['pageviews', "page_path like '/secret%'"],
  ['sessions', "source like 'secret%'"],
  ['events', "source like 'secret%'"],
  ['days', "site_id = 'shop'"],
  ['pages_daily', "page_path like '/secret%'"],
  ['sources_daily', "source like 'secret%'"],
  ['visitors', "site_id = 'shop'"],
])('no query on %s fails, or ends otherwise, for rows of other sites', async (view, secret) => {
  const [throwing = ''] = failing;
  const [anywhere = ''] = places;
  const told: unknown[] = [];
  const ends = async (place: string, bad: string) => {
    const failure = bad.replaceAll('CONDITION', secret);
    const query = place.replaceAll('VIEW', `bi.${view}`).replaceAll('BAD', failure);
    const [asked, without] = await Promise.all([
      ask('blogger', query),
      // No user has this name.
      ask('blogger', query.replace('secret', 'nowhere').replace("'shop'", "'nowhere'")),
    ]);
    if (asked.status !== without.status || asked.text !== without.text || asked.status !== 200)
      told.push({ query, asked, without });
  };
  // The kind of failure does not change the plan.
  if (view === 'pageviews') for (const bad of failing) await ends(anywhere, bad);
  for (const place of places) await ends(place, throwing);
  expect(told).toEqual([]);
});
