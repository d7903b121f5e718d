/** What `bi-user` makes on a ClickHouse server: rights, limits, and rows of some sites. */
import type { ClickHouseClient } from '@clickhouse/client';
import { createBiViews } from '@tallyhouse/clickhouse';
import { clientOf, startShards, type TestShards } from '../cluster/shards.ts';
import { insertPings } from '../harness/clickhouse.ts';
import { type Answer, pings, storedUser } from './bi-server.ts';
import { pageQuestions } from './page-questions.ts';

let started: TestShards;
let writer: ClickHouseClient;
beforeAll(async () => {
  started = await startShards(1, {
    biUsers: [
      storedUser('everyone'),
      storedUser('blogger', { sites: ['blog', 'not.yet'], maxSeconds: 20, maxMemoryMb: 500 }),
      storedUser('lawyer', { sites: ['blog'], personal: true }),
    ],
  });
  writer = clientOf(started, 1);
  const { cluster: _, ...names } = started.bi;
  await createBiViews(writer, names);
  await insertPings(writer, pings);
});
afterAll(() => started?.stop());

/** Sends a query as a BI user, the writer or the reader. Tables of `tallyhouse` are those of the test. */
async function ask(user: string, query: string): Promise<Answer> {
  const [server] = started.shards;
  const url = user === 'writer' ? server?.url : server?.biUrl(user);
  const { username, password, origin } = new URL(url ?? '');
  const response = await fetch(origin, {
    method: 'POST',
    headers: { 'X-ClickHouse-User': username, 'X-ClickHouse-Key': password },
    body: query.replaceAll('tallyhouse', started.database),
  });
  const text = await response.text();
  return { status: response.status, text, code: response.headers.get('x-clickhouse-exception-code') };
}

const rows = async (user: string, query: string) => {
  const answer = await ask(user, `${query} format JSONCompactEachRow`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.text.split('\n').filter(Boolean).sort();
};
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

/** ACCESS_DENIED, READONLY, and a constraint of a setting. */
const denied = /^(497|164|452)$/;

test.each([
  'select * from tallyhouse.sessions',
  'select ip from tallyhouse.pings',
  'select * from system.query_log',
  'select * from system.users',
  'select * from system.processes',
  'select * from system.parts',
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
])('a BI user may not %s', async (query) => {
  expect(await ask('blogger', query)).toMatchObject({ code: expect.stringMatching(denied) });
});

test('limits may be lowered', async () => {
  const limits = "select getSetting('max_execution_time'), getSetting('max_memory_usage')";
  expect((await ask('blogger', limits)).text).toBe('20\t500000000\n');
  expect((await ask('blogger', `${limits} settings max_execution_time = 5`)).text).toBe('5\t500000000\n');
});
