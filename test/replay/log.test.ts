import { setTimeout as sleep } from 'node:timers/promises';
import { encodeCrawl } from '@tallyhouse/ping';
import { forAllTests } from '../api/shared-service.ts';
import { numberOf } from '../faults/cluster/number.ts';
import { pingRow } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { nextMoment, numbered, until } from '../log/gather.ts';
import { embeddedPlace } from '../log/place.ts';
import { crawlsOf } from '../oracle/traffic/crawls.ts';
import { everything, messageOf, startFlow } from './flow.ts';
import { pings, questions } from './questions.ts';

/** Without the list of sites, to which these tests add some. */
const asked = questions.filter((path) => !path.startsWith('/api/v1/sites?'));

const entityTables = ['pings', 'pageviews', 'sessions', 'visitors'];

/** Reading the embedded log again. For Kafka's, see test/faults/kafka.long.test.ts and test/cluster. Some tests have a site of their own. */
const flow = forAllTests(async () => startFlow(await embeddedPlace(), await embeddedPlace()));
let before: string[];
beforeAll(async () => {
  const crawls = crawlsOf(pings).map((crawl) => ({ key: crawl.id, value: encodeCrawl(crawl) }));
  await flow.append([...pings.map(messageOf), ...crawls]);
  await flow.caughtUp();
  before = await flow.ask(asked);
});

/** The number of rows in each table. */
const counts = (where = 'true') =>
  Promise.all(
    entityTables.map((table) =>
      numberOf(flow.client, `select count() as n from ${table} final where ${where}`),
    ),
  );
const sites = [...new Set(pings.map(({ site_id }) => `'${site_id}'`))].join(', ');
/**
 * A hash of the rows that pings and requests of these sites made in each table: their rows merge, those of annotations do not. The time of a
 * change is that of its last insert, which a repetition is too.
 */
async function contents(): Promise<Record<string, unknown>> {
  const tables = await flow.rows(`
    select name from system.tables
    where database = currentDatabase() and engine like '%ingMergeTree' and not match(name, '^changed_')
      and name in (select table from system.columns where database = currentDatabase() and name = 'site_id')`);
  const hashes = tables.map(async (table) => {
    const { name } = Object(table);
    const [row] = await flow.rows(
      `select toString(sum(cityHash64(*))) as hash from ${name} final where site_id in (${sites})`,
    );
    return [name, Object(row).hash];
  });
  return Object.fromEntries((await Promise.all(hashes)).filter(([, hash]) => hash !== '0'));
}
const each = (count: number) => entityTables.map(() => count);
const messagesIn = async () =>
  (await flow.log.offsetRanges(0))
    .reduce((sum, { first, end }) => sum + Number(end - first), 0)
    .toLocaleString('en');

test('read again as a whole, it leaves every report and every export as it was, byte by byte', async () => {
  expect(before.filter((answer) => !answer.includes(' 200 '))).toEqual([]);
  const stored = await contents();
  const filled = 'crawls event_ids events page_titles pageviews pings sessions visitors';
  expect(Object.keys(stored).sort().join(' ')).toBe(filled);
  const output = `Stored ${await messagesIn()} messages again.\n`;
  expect(await flow.replay(everything)).toEqual({ done: true, output });
  expect(await contents()).toEqual(stored);
  expect(await flow.ask(asked)).toEqual(before);
});

test('it brings back what was lost: partitions that were dropped, rows that were deleted', async () => {
  const stored = await contents();
  const dropped = await flow.rows(
    `select distinct table, partition_id from system.parts
     where database = currentDatabase() and active and table in ('pings', 'pageviews', 'sessions')`,
  );
  for (const { table, partition_id } of dropped.map(Object))
    await flow.client.command({ query: `alter table ${table} drop partition id '${partition_id}'` });
  // Unlike a dropped partition, deleted rows stay in ClickHouse's memory of inserted batches.
  const clickhouse_settings = { mutations_sync: '1' } as const;
  await flow.client.command({ query: 'alter table visitors delete where true', clickhouse_settings });
  expect(await counts()).toEqual(each(0));

  expect((await flow.replay(everything)).done).toBe(true);
  expect(await counts()).not.toContain(0);
  expect(await contents()).toEqual(stored);
});

test('it is read again while consumers read and pings arrive: each is counted once', async () => {
  let [appended, stopped] = [0, false];
  const load = (async () => {
    while (!stopped) {
      const now = Date.now();
      const rows = numbered('ping', 20).map(() =>
        pingRow({ site_id: 'live', pinged_at: now, pageview_id: uuid7(now) }),
      );
      await flow.append(rows.map(messageOf));
      appended += rows.length;
      await sleep(10);
    }
  })();
  await until(() => appended > 200);
  for (const replays of [1, 2]) {
    const from = appended;
    expect((await flow.replay(everything)).done).toBe(true);
    await until(() => appended > from + 100 * replays);
  }
  stopped = true;
  await load;
  await flow.caughtUp();
  expect(await counts("site_id = 'live'")).toEqual(each(appended));
});

test('it is read again from one time to another, and only counted with --dry-run', async () => {
  const times: number[] = [];
  for (const page_path of ['/a', '/b', '/c']) {
    times.push(await nextMoment());
    await flow.append([messageOf(pingRow({ site_id: 'times', pinged_at: Date.now(), page_path }))]);
    await nextMoment();
  }
  await flow.caughtUp();
  const [, from = 0, to] = times;
  const paths = `select page_path from pageviews final where site_id = 'times'`;
  for (const table of entityTables)
    await flow.client.command({ query: `delete from ${table} where site_id = 'times'` });

  const dry = await flow.replay({ kind: 'log', from, to, dryRun: true });
  expect(dry).toEqual({ done: true, output: '1 message would be stored again.\n' });
  expect(await flow.rows(paths)).toEqual([]);
  await flow.replay({ kind: 'log', from, to, dryRun: false });
  expect(await flow.rows(paths)).toEqual([{ page_path: '/b' }]);
  const later = { kind: 'log', from: Date.now() + 60_000, to: undefined, dryRun: false } as const;
  expect((await flow.replay(later)).output).toMatch(/^The log holds nothing from /);
});

test('it ends gracefully on a signal, and can then be replayed in full', async () => {
  const ending = new AbortController();
  ending.abort();
  const count = await messagesIn();
  const early = expect.stringMatching(new RegExp(`^Ended early: stored [\\d,]+ of ${count} `));
  expect(await flow.replay(everything, ending.signal)).toEqual({ done: false, output: early });
  const output = `Stored ${count} messages again.\n`;
  expect(await flow.replay(everything)).toEqual({ done: true, output });
});

test('it refuses a half restored database', async () => {
  const query = 'create table unfinished_restore engine = MergeTree order by () as select 1 as one';
  await flow.client.command({ query });
  await expect(flow.replay(everything)).rejects.toThrow('has not ended');
  await flow.client.command({ query: 'drop table unfinished_restore' });
});

test('a message that is refused again does not become a dead letter twice', async () => {
  const letters = () => flow.rows('select log_partition, log_offset, value from dead_letters final');
  await flow.append([{ key: 'k', value: Buffer.from('nonsense') }]);
  await flow.caughtUp();
  const once = await letters();
  expect(once).toMatchObject([{ value: 'nonsense' }]);
  await flow.replay(everything);
  const inLog = [{ partition: 0, first: 0n, end: 1n }];
  expect(await flow.deadLetterLog.offsetRanges(0)).toEqual(inLog);

  // Replay adds a dead letter that the table has lost.
  await flow.client.command({ query: 'truncate table dead_letters' });
  await flow.replay(everything);
  expect(await letters()).toEqual(once);
  expect(await flow.deadLetterLog.offsetRanges(0)).toEqual(inLog);
});
