import { rm } from 'node:fs/promises';
import { createClickHouse, type Shard, shardsOf } from '@tallyhouse/clickhouse';
import { openShards } from '@tallyhouse/cluster';
import { createViewsOverShards } from '@tallyhouse/schema';
import { forAllTests } from '../api/shared-service.ts';
import { arraysOf, startBiDatabase } from '../bi/bi-database.ts';
import { storedUser } from '../bi/bi-server.ts';
import { blogPings } from '../bi/blog.ts';
import { definedTraffics, seed, sorted, views } from '../bi/defined-rows.ts';
import { readIn } from '../bi/plan.ts';
import { runBiUser } from '../bi/run-bi-user.ts';
import { insertPings, pingRow } from '../harness/clickhouse.ts';
import { named } from '../harness/own-tables.ts';
import { logger } from '../harness/quiet.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { manifestOf, rowsOfLake, rowsOfViews, runExport } from '../lake/lake.ts';
import { settledDays } from '../oracle/settled-days.ts';
import { settleDays } from '../settle/settle-days.ts';
import { insertOver } from './sharded-query.ts';
import { clientOf, startShards } from './shards.ts';

const at = (time: string) => Date.parse(`${time}Z`);

/** Two sites of the same visitors, on two shards; and the same on one server, whose views other tests hold to their definitions. */
const pings = blogPings(4).flatMap((ping) => [ping, { ...ping, site_id: 'shop' }]);
const inFolder = folderOfFile();
const oneServer = forAllTests(startBiDatabase);
const started = forAllTests(() =>
  startShards(2, {
    biUsers: [
      storedUser('everyone'),
      storedUser('blogger', { sites: ['blog'] }),
      storedUser('lawyer', { sites: ['blog'], personal: true }),
    ],
  }),
);
beforeAll(async () => {
  await createViewsOverShards(shards(), started.bi, logger);
  // The first start of the consumer, which gives the shards their numbers.
  await (await openShards(shards(), 12, logger)).close();
  await Promise.all([insertOver(started, pings), insertPings(oneServer.client, pings)]);
  // Days that both shards have settled, one has, and none has.
  await settleDays(clientOf(started, 1), ['2026-11-03', '2026-11-04', '2026-11-05']);
  await settleDays(clientOf(started, 2), ['2026-11-03', '2026-11-04']);
});

function shards(addresses = started.shards.map(({ url }) => url)): Shard[] {
  return shardsOf({
    CLICKHOUSE_URL: '',
    CLICKHOUSE_DATABASE: started.database,
    CLICKHOUSE_SHARDS: addresses.map((address): [string] => [address]),
    CLICKHOUSE_REPLICATED: false,
  });
}

/** The rows of a query that a BI user sends to one of the shards: each as an array of values. */
async function rowsOf(user: string, shard: number, query: string): Promise<unknown[][]> {
  const client = createClickHouse({ url: started.shards[shard]?.biUrl(user) ?? '' }, logger);
  try {
    return await arraysOf(client, query);
  } finally {
    await client.close();
  }
}

test('the views of pings and of personal data have the rows of both shards', async () => {
  const hours = 'select site_id, outcome, reason, sum(pings) from bi.pings_hourly group by all';
  expect(sorted(await rowsOf('everyone', 0, hours))).toEqual(sorted(await oneServer.rows(hours)));
  const sessions = `select count(), uniqExact(session_id) from bi_personal.sessions where site_id = 'blog'`;
  const [[count] = []] = await oneServer.rows(`select count() from bi.sessions where site_id = 'blog'`);
  expect(await rowsOf('lawyer', 1, sessions)).toEqual([[count, count]]);
  // The same view twice: a shard must not take what another found of its days.
  const twice = `select count(), (select count() from bi.sessions where site_id = 'blog') from bi.sessions as one
    join bi.sessions as other using (site_id, session_id) where site_id = 'blog'`;
  for (const shard of [0, 1]) expect(await rowsOf('everyone', shard, twice)).toEqual([[count, count]]);
});

test('with virtual columns among those of `*`, the columns of each view have the same rows', async () => {
  const columns =
    "select table, arrayStringConcat(groupArray(name), ', ') from system.columns where database = 'bi' group by all";
  for (const [view, names] of await rowsOf('everyone', 0, columns)) {
    if (view === 'changed_days') continue;
    const hash = `select '${view}', count(), sum(cityHash64(toString(tuple(${names})))) from bi.${view}`;
    const said = await rowsOf('everyone', 0, hash);
    expect(await rowsOf('everyone', 0, `${hash} settings asterisk_include_virtual_columns = 1`)).toEqual(
      said,
    );
  }
});

describe('what is read', () => {
  const read = async (user: string, view: string, filter: string) => {
    const query = `explain indexes = 1, actions = 1, distributed = 1 select uniq(visitor_id) from bi.${view} where ${filter}`;
    const plan = (await rowsOf(user, 0, query)).map(([line]) => String(line)).join('\n');
    const [, ...remote] = plan.split('ReadFromRemote');
    return readIn(remote.join('\n'), named(`${started.database}.settled_${view}`));
  };

  test.each(['pageviews', 'sessions'])('filters reach the tables of the other shard: %s', async (view) => {
    const time = view === 'pageviews' ? 'entered_at' : 'first_seen_at';
    expect(await read('everyone', view, `site_id = 'blog' and date = '2026-11-03'`)).toEqual({
      days: 1,
      bySite: true,
    });
    const within = `${time} >= '2026-11-04 00:00:00' and ${time} < '2026-11-05 00:00:00'`;
    expect(await read('everyone', view, `site_id = 'blog' and ${within}`)).toEqual({ days: 1, bySite: true });
  });

  test('so do the sites that a BI user may see', async () => {
    expect(await read('blogger', 'pageviews', `date = '2026-11-03'`)).toEqual({ days: 1, bySite: true });
  });

  test('without is_new, sessions read no visitors', async () => {
    const explain = 'explain distributed = 1 select';
    const plan = async (columns: string) =>
      JSON.stringify(await rowsOf('everyone', 0, `${explain} ${columns} from bi.sessions`));
    expect(await plan('sum(is_new)')).toContain(`${started.database}.visitors`);
    expect(await plan('count(), sum(duration_ms)')).not.toContain(`${started.database}.visitors`);
  });
});

describe('rights on either shard', () => {
  test('a BI user for some sites sees their rows alone, in every view', async () => {
    for (const view of [...Object.keys(views), 'pings_hourly']) {
      const sites = `select distinct site_id from bi.${view}`;
      for (const shard of [0, 1])
        expect([view, await rowsOf('blogger', shard, sites)]).toEqual([view, [['blog']]]);
    }
  });

  /** ClickHouse sends conditions to the other shard, which knows no row policies of this user. */
  test('a subquery has the rows that the user may see', async () => {
    const of = (column: string, word: string) =>
      `select count() from bi.pageviews where site_id = 'blog' and ${column} ${word} (select ${column} from bi.pageviews where site_id = 'shop')`;
    const all = await rowsOf('blogger', 0, `select count() from bi.pageviews where site_id = 'blog'`);
    for (const shard of [0, 1]) {
      // Both sites have the same visitors, sessions and pages.
      for (const column of ['visitor_id', 'session_id', 'pageview_id']) {
        expect(await rowsOf('blogger', shard, of(column, 'not in'))).toEqual(all);
        expect(await rowsOf('everyone', shard, of(column, 'not in'))).toEqual([[0]]);
      }
      expect(await rowsOf('blogger', shard, of('page_path', 'global not in'))).toEqual(all);
      expect(await rowsOf('everyone', shard, of('page_path', 'global not in'))).toEqual([[0]]);
      const notIn = rowsOf('blogger', shard, of('page_path', 'not in'));
      await expect(notIn).rejects.toMatchObject({ code: '497' });
    }
  });

  test.each([
    'select * from DATABASE.sessions',
    'select ip from DATABASE.pings',
    'select * from bi_local.sessions',
    'select * from bi_local.personal_sessions',
    'select * from bi_personal.sessions',
    'select * from system.query_log',
    'select * from system.users',
    "select * from cluster('tallyhouse', DATABASE, sessions)",
    "select * from cluster('tallyhouse', bi_local, sessions)",
    "select * from cluster('tallyhouse', system, query_log)",
    "select * from remote('127.0.0.1', DATABASE, sessions)",
    'select count() from bi.pageviews where visitor_id in (select visitor_id from DATABASE.visitors)',
    'select count() from bi.pageviews where page_path in (select page_path from DATABASE.pings)',
    'select count() from bi.pageviews where page_path global in (select query from system.query_log)',
    'create temporary table mine (n UInt8)',
    'insert into bi.sites values (1)',
  ])('a BI user may not %s', async (query) => {
    const sql = query.replace('DATABASE', started.database);
    const denied = { code: expect.stringMatching(/^(497|164)$/) };
    for (const user of ['everyone', 'blogger'])
      for (const shard of [0, 1]) await expect(rowsOf(user, shard, sql)).rejects.toMatchObject(denied);
  });
});

/** Settings for one server: test/bi/settings.long.test.ts. */
test('with settings for several servers each view has the same rows', async () => {
  const settings = 'distributed_group_by_no_merge = 1, skip_unavailable_shards = 1';
  for (const view of [...Object.keys(views), 'pings_hourly']) {
    const hash = `select count(), sum(cityHash64(toString(tuple(*)))) from bi.${view} where site_id = 'blog'`;
    const rows = await rowsOf('everyone', 0, hash);
    expect([view, await rowsOf('everyone', 0, `${hash} settings ${settings}`)]).toEqual([view, rows]);
  }
});

describe('the cluster of ClickHouse', () => {
  const create = (cluster: string, of = shards()) =>
    createViewsOverShards(of, { ...started.bi, cluster }, logger);

  test('views are created once', async () => {
    expect(await create(started.cluster)).toBe(0);
  });

  test('is compared with the shards before views are created', async () => {
    await expect(create('elsewhere')).rejects.toThrow(
      /^Shard 1 \(.*\): The views for BI tools are missing, because remote_servers has no cluster elsewhere\. Name the shards/,
    );
    const [first] = started.shards;
    await expect(create(started.cluster, shards([first?.url ?? '']))).rejects.toThrow(
      'the cluster tallyhouse in remote_servers is not the shards of CLICKHOUSE_SHARDS',
    );
  });
});

/** The settings of a command. */
const settings = () => ({
  CLICKHOUSE_SHARDS: started.addresses,
  CLICKHOUSE_DATABASE: started.database,
  CLICKHOUSE_BI_DATABASE: started.bi.bi,
});
const lake = () => inFolder('lake');
const [from, until] = ['2026-11-03', '2026-11-05'];
const runs = (args: string, now?: () => number) =>
  runExport(`--to ${lake()} --site blog,shop --from ${from} --to ${until} ${args}`.trim(), settings(), now);

/** The rows of these days in the views of one server, by the paths of their files. */
async function onOneServer(): Promise<Map<string, string[]>> {
  const views = ['pageviews', 'sessions', 'events', 'visitors'];
  const files = await rowsOfViews(oneServer.reader, oneServer.names.bi, views);
  const dateOf = (path: string) => /date=([^/]+)/.exec(path)?.[1] ?? '';
  return new Map([...files].filter(([path]) => dateOf(path) >= from && dateOf(path) <= until));
}

test('the export of two shards has the rows of one server', async () => {
  expect(await runs('')).toContain('0 files there already, 0 removed.');
  expect(await rowsOfLake(lake())).toEqual(await onOneServer());
});

test('an update writes the days that changed on either shard, and no others', async () => {
  const before = manifestOf(lake());
  for (const date of ['2026-11-03', '2026-11-05']) {
    const time = at(`${date}T23:30:00`);
    const ping = pingRow({ site_id: 'shop', pinged_at: time, session_id: uuid7(time) });
    const [first, second] = started.shards;
    await insertPings((date === '2026-11-03' ? second : first)?.client ?? oneServer.client, [ping]);
    await insertPings(oneServer.client, [ping]);
  }
  await runs('--update');
  expect(await rowsOfLake(lake())).toEqual(await onOneServer());
  const written = [...manifestOf(lake()).values()].filter(
    ({ path, sha256 }) => before.get(String(path))?.['sha256'] !== sha256,
  );
  const days = new Set(written.map(({ site, date }) => `${site} ${date}`));
  expect(days).toEqual(new Set(['shop 2026-11-03', 'shop 2026-11-05']));
});

describe('bi-user', () => {
  test('refuses one shard of several', async () => {
    const { CLICKHOUSE_SHARDS: _, ...others } = settings();
    for (const shard of started.shards) {
      for (const args of [['add', 'analyst'], ['list'], ['remove', 'analyst'], ['password', 'analyst']])
        await expect(runBiUser(args, { ...others, CLICKHOUSE_URL: shard.url })).rejects.toThrow(
          `This ClickHouse is shard ${shard.number} of a cluster. Set CLICKHOUSE_SHARDS`,
        );
    }
  });

  test('names the missing right, and prints the SQL for an administrator of all shards', async () => {
    const ended = await runBiUser(['add', 'analyst', '--sites', 'blog'], settings());
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(
      /^Shard 1 \(.*\): ClickHouse refuses: .*CREATE USER.*\nNothing was changed\. Let an administrator run, on this and each other shard:\n$/,
    );
    const policy = `row policy or replace bi_user_analyst on bi.pageviews using site_id in ('blog')`;
    for (const part of ['create user `analyst` identified with sha256_hash by', policy])
      expect(ended.stdout).toContain(part);
    expect(ended.stdout).not.toContain('bi_local');
  });

  test('checks sites on all shards, and lists users', async () => {
    await expect(runBiUser(['add', 'analyst', '--sites', 'nowhere'], settings())).rejects.toThrow(
      'There is no site nowhere',
    );
    const hosts = started.shards.map(({ url }) => new URL(url).host).join(', ');
    const stdout = `There are no BI users in ${hosts}.\n`;
    expect(await runBiUser(['list'], settings())).toEqual({ code: 0, stdout, stderr: '' });
  });
});

test(`every view has the rows of all shards by their definition, traffics of seed ${seed}`, async () => {
  for (const { pings: renamed, settling, batches, replay, expectRows } of definedTraffics()) {
    // Each shard settles its own days.
    const days = started.shards.map(({ client }, shard) =>
      settledDays(client, renamed, { ...settling, salt: settling.salt + shard }),
    );
    const onEach = (act: (server: ReturnType<typeof settledDays>) => Promise<void>) =>
      Promise.all(days.map(act));
    let asked = 0;
    const ask = (query: string) => rowsOf('everyone', asked++ % 2, query);
    for (const [at, batch] of batches.entries()) {
      await insertOver(started, batch);
      await onEach((server) => server.afterBatch(batches.length - 1 - at));
    }
    if (settling.neglected) await onEach((server) => server.neglect());
    await expectRows('stored', ask);
    for (const batch of replay) await insertOver(started, batch);
    await onEach((server) => server.rebuild());
    await expectRows('stored again, and rebuilt in part', ask);
  }
});

test('while a shard is away, no view has the rows of the others alone, no user is changed, and an export goes on later', async () => {
  const second = started.shards[1];
  const name = `Shard 2 (${new URL(second?.url ?? '').host})`;
  await rm(lake(), { recursive: true, force: true });
  let looked = 0;
  const said = await runs('', () => {
    // In the midst of the first view.
    if (++looked === 5) void second?.kill();
    return Date.now();
  });
  const unreachable = { code: expect.stringMatching(/^(279|210)$/) };
  try {
    expect(said).toContain(
      `${name} cannot be reached any more. What was written stays: run the command again`,
    );
    const refused = `${name} cannot be reached. The export needs all shards; nothing was written.`;
    expect(await runs('')).toContain(refused);
    for (const view of Object.keys(views)) {
      const query = `select count() from bi.${view} settings skip_unavailable_shards = 1`;
      await expect(rowsOf('everyone', 0, query)).rejects.toMatchObject(unreachable);
    }
    await expect(runBiUser(['add', 'analyst'], settings())).rejects.toThrow(
      `${name} cannot be reached. BI users need all shards; nothing was changed.`,
    );
  } finally {
    await second?.start();
  }
  await runs('--update');
  expect(await rowsOfLake(lake())).toEqual(await onOneServer());
});
