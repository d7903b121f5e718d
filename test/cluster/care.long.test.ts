/** The work of an operator on the data of two shards: delete, import, keep for some days, verify. */
import { writeFile } from 'node:fs/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { shardsOf } from '@tallyhouse/clickhouse';
import { openShards, type Servers } from '@tallyhouse/cluster';
import { startRetentionLoop, whileLocked } from '@tallyhouse/deletion';
import type { PingRow } from '@tallyhouse/ping';
import { createLogger, createPage, readEnvironment } from '@tallyhouse/service';
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { noSites } from '@tallyhouse/sites';
import { openReportShards, reportSettings, startReports } from '@tallyhouse/tallyhouse/reports';
import { checks, periodOf, verify } from '@tallyhouse/verify';
import { z } from 'zod';
import { forAllTests, now } from '../api/query-service.ts';
import { deleteFrom, settle, startStored } from '../delete/database.ts';
import { tablesOf, tablesWith } from '../delete/scan.ts';
import { numberOf } from '../faults/cluster/number.ts';
import { rowsOf } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { named } from '../harness/own-tables.ts';
import { printed } from '../harness/printed.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { browsers, combinedLine } from '../import/access-log.ts';
import { ask } from '../replay/ask.ts';
import {
  address,
  broken,
  doomed,
  isOfDoomed,
  latePings,
  later,
  partitions,
  pings,
  reportsOf,
  sessionOn,
  sessionsOf,
} from './care-traffic.ts';
import { startKafkaCluster } from './kafka-cluster.ts';
import { serviceOver } from './sharded-query.ts';

const logger = createLogger('test', 'silent');
const day = 86_400_000;
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const inFolder = folderOfFile();

const cluster = forAllTests(() => startKafkaCluster(partitions, { logLevel: 'error' }));
const service = forAllTests(async () => {
  await cluster.addConsumer();
  return serviceOver(cluster);
});
/** One server that never had what is deleted, nor what is kept no longer. */
const without = forAllTests(() => {
  const isLeft = (ping: PingRow) =>
    !isOfDoomed(ping) && ping.ip !== address && ping.site_id !== 'shop' && ping.pinged_at > now - 5 * day;
  return startStored(pings.filter(isLeft), now);
});

beforeAll(async () => {
  await cluster.append(pings, [{ key: sessionOn(2, later), value: broken }]);
  await eventually(() => sumOf('select uniqExact(ping_id) as n from pings'), pings.length);
  await eventually(() => sumOf("select count() as n from dead_letters where value != ''"), 1);
  await onBoth(settle);
});

const clientOf = (number: number): ClickHouseClient => cluster.client(number);

/** The sum of a number over both shards. */
async function sumOf(query: string): Promise<number> {
  const numbers = await Promise.all(cluster.shards.map(({ client }) => numberOf(client, query)));
  return numbers.reduce((sum, n) => sum + n, 0);
}

/** For each shard, what a question about it gives. */
const onBoth = <Answer>(ask: (client: ClickHouseClient) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(cluster.shards.map(({ client }) => ask(client)));

/** The answers of the cluster, and of the server without what is gone, which should be the same. */
async function answers(site: string): Promise<{ found: string[]; expected: string[] }> {
  const paths = reportsOf(site);
  const found = (await ask(service.url, paths)).map(comparable);
  return { found, expected: (await without.ask(paths)).map(comparable) };
}

/** The rows of an export have no order over several shards. */
const comparable = (answer: string) => answer.split('\n').sort().join('\n');

const ids = () => [doomed, ...sessionsOf(pings.filter(isOfDoomed))];
const tablesWithIds = () => onBoth((client) => tablesWith(client, 'blog', ids()));

test('a deletion is refused while a shard is away or another one runs, and nothing changes', async () => {
  const args = ['--site', 'blog', '--visitor', doomed, '--yes'];
  await whileLocked(clientOf(2), async () => {
    const busy = 'Another deletion or restore is running, or a backup is copying the tables.';
    expect(await cluster.run('delete', args)).toEqual({ code: 1, output: expect.stringContaining(busy) });
  });
  await cluster.shards[1]?.kill();
  try {
    const away = /^Shard 2 \(127\.0\.0\.1:\d+\) cannot be reached, and all shards are needed\.\n$/;
    const output = expect.stringMatching(away);
    expect(await cluster.run('delete', args)).toEqual({ code: 1, output });
    expect(await cluster.run('verify')).toEqual({ code: 1, output });
  } finally {
    await cluster.shards[1]?.start();
  }
  const output = expect.stringMatching(/^Deletion is not available with CLICKHOUSE_REPLICATED yet: /);
  expect(await cluster.run('delete', args, { CLICKHOUSE_REPLICATED: '1' })).toEqual({ code: 1, output });
  expect(await sumOf('select (select count() from deleting) + (select count() from forgotten) as n')).toBe(0);
});

test('a visitor with sessions on both shards: killed when one shard is done, and finished by the next run', async () => {
  const args = ['--site', 'blog', '--visitor', doomed];
  expect(await cluster.run('delete', args)).toEqual({
    code: 0,
    output: expect.stringMatching(/sessions +4 rows\n(.|\n)*events +2 rows\n(.|\n)*dead_letters +1 row\n/),
  });
  expect(await tablesWithIds()).toEqual([
    expect.arrayContaining(['pings', 'sessions', 'visitors', named('settled_sessions')]),
    expect.arrayContaining(['pings', 'sessions', 'visitors', named('settled_sessions'), 'dead_letters']),
  ]);

  await clientOf(2).command({ query: 'system stop merges sessions' });
  const killed = await cluster.begin('delete', [...args, '--yes']);
  const state = () =>
    onBoth((client) => numberOf(client, "select count() as n from deleting where what = 'planned'"));
  // The first is done: its plan is empty again.
  await eventually(async () => [await state(), (await tablesWithIds())[0]], [[0, 1], []], 400_000);
  await killed.end('SIGKILL');
  expect((await tablesWithIds())[1]).toContain('sessions');
  await clientOf(2).command({ query: 'system start merges sessions' });

  expect(await cluster.run('delete', [...args, '--yes'])).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^Shard 2 \(.*\): A deletion was interrupted: finishing visitor .*\n(.|\n)*No table has anything of it\./,
    ),
  });
  expect(await tablesWithIds()).toEqual([[], []]);
});

test('an address, and a site, on both shards', async () => {
  const servers = await openServers();
  const ofAddress = sessionsOf(pings.filter(({ ip }) => ip === address));
  await deleteFrom(servers.all, { kind: 'ip', site: 'blog', address });
  await deleteFrom(servers.all, { kind: 'site', site: 'shop' });
  await servers.close();
  expect(await onBoth((client) => tablesWith(client, 'blog', ofAddress))).toEqual([[], []]);
  expect(await onBoth((client) => tablesOf(client, 'shop'))).toEqual([[], []]);
  // Each forgets the ids of all: the visitor, with four sessions and two events; the two sessions of the address; the site.
  expect(await onBoth((client) => numberOf(client, 'select count() as n from forgotten final'))).toEqual([
    10, 10,
  ]);
});

test('a site keeps what it is to keep, on each shard', async () => {
  const sites = { ...noSites, sites: new Map([['short', { retention_days: 5 }]]) };
  const options = { clock: () => now, lookMs: 500 };
  const loops = cluster.shards.map(({ client }) => startRetentionLoop(client, () => sites, logger, options));
  const { expected } = await answers('short');
  await eventually(async () => (await answers('short')).found, expected).finally(() =>
    Promise.all(loops.map((loop) => loop.close())),
  );
});

test('neither the log, read again, nor a late ping brings anything back to any shard', async () => {
  const late = latePings();
  await cluster.append(late);
  expect((await cluster.run('replay', ['--from', '1h'])).code).toBe(0);
  const forgotten =
    "select uniqExact(ping_id) as n from pings where site_id = 'blog' and drop_reason = 'forgotten'";
  const gone = pings.filter((ping) => isOfDoomed(ping) || ping.ip === address);
  await eventually(() => sumOf(forgotten), gone.length + late.length);
  const known = [...ids(), ...sessionsOf(late)];
  expect(await onBoth((client) => tablesWith(client, 'blog', known))).toEqual([[], []]);
  const { found, expected } = await answers('blog');
  expect(found).toEqual(expected);
  expect(found.filter((answer) => / 200 /.test(answer))).toHaveLength(found.length);
});

test('an import is divided between the shards, compared with the reports of both, and changes nothing the second time', async () => {
  const hits = Array.from({ length: 12 }, (_, index) => ({
    at: later + index * 1000,
    address: `192.0.2.${index + 1}`,
    userAgent: browsers.firefox,
    path: `/${index % 3}`,
  }));
  const file = inFolder('access.log');
  await writeFile(file, `${hits.map(combinedLine).join('\n')}\n`);
  const settings = { DATA_DIR: inFolder(), IDENTITY_SECRET: 'the secret of the tests', GEOIP_DB: 'off' };
  const args = ['--from', 'combined', '--site', 'imported', file];
  const rows = () =>
    onBoth((client) =>
      numberOf(client, "select uniqExact(session_id) as n from sessions where site_id = 'imported'"),
    );
  for (const _ of [1, 2]) {
    const output = expect.stringMatching(/page views +12 +12\n +visits +12 +12\n +visitors +12 +12\n/);
    expect(await cluster.run('import', args, settings)).toEqual({ code: 0, output });
    const [first = 0, second = 0] = await rows();
    expect([first > 0, second > 0, first + second]).toEqual([true, true, 12]);
  }
});

test('nothing differs after all that', async () => {
  // As of a deletion that was killed when one shard had its rule, and run again.
  await clientOf(1).command({
    query: `insert into forgotten settings async_insert = 0
    select * replace (received_before - interval 1 hour as received_before) from forgotten where kind = 'site'`,
  });
  const { code, output } = await cluster.run('verify', []);
  expect(output).toMatch(new RegExp(`^Database ${cluster.database} on 2 shards, from `));
  const lines = output.split('\n');
  expect(lines.filter((line) => /^differs|^ +-/.test(line))).toEqual([]);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^ok {7}map of the shards +4 partitions on 2 shards$/),
      expect.stringMatching(/^ok {7}shard 1: log, partition 0 +\d+ offsets?, /),
      expect.stringMatching(/^ok {7}shard 2: log, partition 3 +\d+ offsets?, /),
      expect.stringMatching(/^ok {7}shard 2: places +\d+ rows of pings and dead letters with the map$/),
      expect.stringMatching(/^ok {7}shard 2: settled_paths +/),
      expect.stringMatching(/^ok {7}sessions of all +\d+ ids on one shard each$/),
      expect.stringMatching(/^ok {7}forgotten +ids and sites on each shard: 10$/),
      expect.stringMatching(/^ok {7}reports of blog +6 pageviews, 6 sessions in reports and exports$/),
    ]),
  );
  expect(
    lines.filter((line) => /shard 1: log, partition [13]|shard 2: log, partition [02]/.test(line)),
  ).toEqual([]);
  expect(code).toBe(0);
});

test('each difference is found, and its shard named', async () => {
  await cluster.consumers[0]?.end('SIGTERM');
  const [first, second] = [clientOf(1), clientOf(2)];
  const settled = settledTables.find(({ name }) => name === 'settled_pageviews');
  if (settled === undefined) throw new Error('there is such a table');
  await rebuildDay(first, settled, dateOf(later), { lagMs: 0 });
  const servers = await openServers();
  const run = (client: ClickHouseClient, query: string) =>
    client.command({ query, clickhouse_settings: { mutations_sync: '1', async_insert: 0 } });
  const lost = await numberOf(
    second,
    "select min(log_offset) as n from pings where log_partition = 1 and drop_reason = ''",
  );
  await run(second, `alter table pings delete where log_partition = 1 and log_offset = ${lost}`);
  await run(second, 'insert into shard_map values (3, 1000000, 1)');
  await run(first, named(`alter table settled_pageviews delete where site_id = 'blog'`));
  await run(
    first,
    `insert into sessions select * replace (last_seen_at + interval 1 second as last_seen_at)
    from sessions final where site_id = 'blog' limit 1`,
  );
  await run(
    first,
    `insert into forgotten (kind, hash, received_before, pinged_before, forgotten_at)
    select 'visitor', SHA256('somebody'), '2299-01-01', '2299-01-01', now64(3)`,
  );
  // A ping of the first shard, on the second one too.
  const ofFirst = "select * from pings where site_id = 'short' and drop_reason = '' limit 1";
  const [misplaced] = await rowsOf<{ session_id: string }>(first, ofFirst);
  if (misplaced === undefined) throw new Error('there is one');
  const clickhouse_settings = { async_insert: 0 } as const;
  await second.insert({ table: 'pings', values: [misplaced], format: 'JSONEachRow', clickhouse_settings });

  const found = await differences(servers);
  await servers.close();
  const after = (heading: RegExp) => {
    const at = found.findIndex((line) => heading.test(line));
    return at < 0 ? `no ${heading}` : found[at + 1];
  };
  expect(after(/^differs {2}map of the shards /)).toBe('         - shard 2 has another map than shard 1');
  expect(after(/^differs {2}shard 2: log, partition 1 /)).toBe(
    `         - offset ${lost}: nothing stored, still in the log: tallyhouse replay stores it`,
  );
  expect(after(/^differs {2}shard 2: places /)).toMatch(
    /^ +- partition [02]: 1 row of shard 1, offsets (\d+) to \1$/,
  );
  expect(after(/^differs {2}shard 1: sessions /)).toMatch(/ of site blog differs from its pings$/);
  expect(after(/^differs {2}shard 1: settled_pageviews /)).toMatch(/^ +- .*: \d+ rows?$/);
  expect(after(/^differs {2}sessions of all /)).toBe(
    `         - ${misplaced.session_id} of site short is on the shards 1, 2`,
  );
  expect(after(/^differs {2}forgotten /)).toBe(
    '         - shard 2 lacks 1 of them: run the last deletion again',
  );
});

const openServers = (): Promise<Servers> => openShards(shardsOf(config()), undefined, logger);

const config = () => readEnvironment(z.object(reportSettings), cluster.env);

/** What the checks find, as the command prints it. */
async function differences(servers: Servers): Promise<string[]> {
  const { output, text } = printed();
  const shards = openReportShards(config(), logger);
  const reports = await startReports({ servers, shards, logger, dashboardFolder: 'dist/dashboard' });
  const period = await periodOf(servers.all, { from: undefined, to: Date.now() }, Date.now());
  const subject = { servers: servers.all, shards, log: cluster.log, reports, ...period };
  await verify(checks, subject, createPage(output, Date.now), 1);
  await reports.close();
  await shards?.close();
  return text()
    .split('\n')
    .filter((line) => !line.startsWith('ok'));
}
