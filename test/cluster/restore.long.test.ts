import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClickHouse, createDatabase, shardsOf } from '@tallyhouse/clickhouse';
import { openShards } from '@tallyhouse/cluster';
import { whileLocked } from '@tallyhouse/deletion';
import { consumerGroup, createKafkaLog } from '@tallyhouse/log';
import type { PingRow } from '@tallyhouse/ping';
import { migrateDatabase } from '@tallyhouse/schema';
import { readConfigOfCopies } from '@tallyhouse/standalone';
import { forAllTests } from '../api/shared-service.ts';
import { pingRow, rowsOf } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { logger } from '../harness/quiet.ts';
import { sharedBrokers } from '../harness/shared/brokers.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { caughtUp, until, works } from '../log/gather.ts';
import { ask } from '../replay/ask.ts';
import { consume as consumeLog, messageOf } from '../replay/flow.ts';
import { pings, questions } from '../replay/questions.ts';
import { runCopies } from '../restore/copies.ts';
import { serviceOver } from './sharded-query.ts';
import { startShards } from './shards.ts';

/** Backup and restore of two shards, in this process, with a consumer and a Kafka broker. */

const topic = `test_restore_${randomBytes(4).toString('hex')}`;
const partitions = 4;
/** Some of all sorts: `reports.test.ts` asks all of them. */
const asked = questions.filter((_, index) => index % 3 === 0);

const folder = folderOfFile()();
const cluster = forAllTests(() => startShards(2));
let brokers: string[];
const openLog = async (name: string) => {
  brokers = await sharedBrokers();
  return createKafkaLog({ brokers, topic: name, partitions, retentionHours: 24, logger });
};
const log = forAllTests(() => openLog(topic));
const deadLetterLog = forAllTests(() => openLog(`${topic}-dead-letters`));
const service = forAllTests(() => serviceOver(cluster));
let consumer: { close(): Promise<void> } | undefined;
/** The ids of the pings that the log acknowledged. */
const ledger: string[] = [];

afterAll(() => consumer?.close());

const environment = (other: Record<string, string> = {}) => ({
  DATA_DIR: join(folder, 'data'),
  KAFKA_BROKERS: brokers.join(),
  KAFKA_TOPIC: topic,
  KAFKA_PARTITIONS: `${partitions}`,
  CLICKHOUSE_SHARDS: cluster.addresses,
  CLICKHOUSE_DATABASE: cluster.database,
  LOG_LEVEL: 'silent',
  ...other,
});

/**
 * Starts a consumer of both shards.
 * @param isRefused whether to wait until it fails: the log may have nothing left to read
 * @throws what ends it
 */
async function consume(isRefused = false): Promise<void> {
  const servers = await openShards(shardsOf(readConfigOf()), partitions, logger);
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  const started = await consumeLog(log, deadLetterLog, servers, (error) => fail(error));
  consumer = {
    async close() {
      await started.close();
      await servers.close();
    },
  };
  if (isRefused) return failed;
  const reader = log.reader(consumerGroup);
  await Promise.race([failed, until(() => caughtUp(reader))]).finally(() => reader.close());
}

const readConfigOf = () => ({ ...readConfigOfCopies(environment()), CLICKHOUSE_URL: '' });

async function stopConsumer(): Promise<void> {
  await consumer?.close();
  consumer = undefined;
  const reader = log.reader(consumerGroup);
  await until(async () => !(await reader.isConsumed()));
  await reader.close();
}

const run = (
  command: 'backup' | 'restore',
  args: string,
  { other = {}, endAt }: { other?: Record<string, string>; endAt?: string } = {},
) => runCopies(command, args, environment(other), endAt === undefined ? {} : { endAt });

const backup = (args = '') => run('backup', `--to ${cluster.backups}${args}`);
const restoreNow = (args = '', options: Parameters<typeof run>[2] = {}) =>
  run('restore', `--from ${cluster.backups}${args}`, options);

async function append(rows: readonly PingRow[]): Promise<void> {
  const writer = log.writer();
  await writer.append(rows.map(messageOf));
  await writer.close();
}

/** Appends pings to the log until it is stopped, and notes what was acknowledged. */
function startLoad() {
  let over = false;
  const writer = log.writer();
  const done = (async () => {
    while (!over) {
      const rows = Array.from({ length: 10 }, () => pingRow({ pinged_at: Date.now(), site_id: 'ledger' }));
      // Refused messages may be in the log: the same ones are appended again.
      await until(() => works(writer.append(rows.map(messageOf))));
      ledger.push(...rows.map(({ ping_id }) => ping_id));
      await sleep(100);
    }
    await writer.close();
  })();
  return async () => {
    over = true;
    await done;
  };
}

/** The ids of the pings of the ledger on each shard, and how many of their pageviews. */
async function stored() {
  const onBoth = async (table: string, id: string) => {
    const query = `select distinct ${id} as id from ${table} where site_id = 'ledger'`;
    return (
      await Promise.all(cluster.shards.map(({ client }) => rowsOf<{ id: string }>(client, query)))
    ).flat();
  };
  const ids = (await onBoth('pings', 'ping_id')).map(({ id }) => id);
  return { ids: ids.sort(), pageviews: (await onBoth('pageviews', 'pageview_id')).length };
}

const answers = () => ask(service.url, asked);

const manifests = async () =>
  (await readdir(cluster.backups)).filter((name) => !name.includes('-tables')).sort();

test('both shards are lost after a backup under load: a restore brings every ping back, once', async () => {
  await consume();
  await append(pings);
  const stopLoad = startLoad();
  await until(() => ledger.length >= 100);
  expect(await backup()).toMatchObject({ code: 0, output: expect.stringContaining(': full, ') });

  const before = ledger.length;
  const added = await backup();
  const [first = '', second = ''] = await manifests();
  expect(added).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Backup ${second} in ${cluster.backups}: adds to ${first}, `),
  });
  const written = (await readdir(cluster.backups)).filter((name) => name.startsWith(second)).sort();
  expect(written).toEqual([second, `${second}-tables-1`, `${second}-tables-2`]);
  await stopLoad();
  const all = [...ledger].sort();
  await eventually(stored, { ids: all, pageviews: all.length });
  const expected = await answers();
  expect(expected.filter((answer) => !answer.includes(' 200 '))).toEqual([]);

  expect((await restoreNow()).output).toContain('is running. Stop it');
  await stopConsumer();
  expect((await restoreNow()).output).toMatch(/of Shard \d \(.*\) is not empty \(\w+ has [\d,]+ rows\)/);

  for (const { client } of cluster.shards) {
    await client.command({ query: `drop database ${cluster.database} sync` });
  }
  const ended = await restoreNow('', { endAt: "Storing the log's messages" });
  expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('Ended early.') });
  const half = 'has not ended: run tallyhouse restore again';
  expect((await backup()).output).toContain(half);
  await expect(consume(true)).rejects.toThrow(half);
  await stopConsumer();

  const whole = await restoreNow();
  expect({ code: whole.code, same: whole.output.match(/Nothing differs\./g) }).toEqual({
    code: 0,
    same: ['Nothing differs.', 'Nothing differs.'],
  });
  // Only Kafka has the pings that came after the backup.
  const back = await stored();
  expect(back.ids.length).toBeGreaterThanOrEqual(before);
  expect(all).toEqual(expect.arrayContaining(back.ids));
  await consume();
  expect(await stored()).toEqual({ ids: all, pageviews: all.length });
  expect(await answers()).toEqual(expected);
  await stopConsumer();
});

const elsewhere = (address: string) => address.replace('127.0.0.1', 'localhost');

test.each<[string, (first: string, second: string) => Record<string, string>, string]>([
  [
    'a single server',
    (first) => ({ CLICKHOUSE_SHARDS: '', CLICKHOUSE_URL: first }),
    'is of 2 shards, but CLICKHOUSE_SHARDS is not set',
  ],
  [
    'another order',
    (first, second) => ({ CLICKHOUSE_SHARDS: `${second},${first}` }),
    'is number 1 in CLICKHOUSE_SHARDS',
  ],
  [
    'one server twice',
    (first) => ({ CLICKHOUSE_SHARDS: `${first},${elsewhere(first)}`, CLICKHOUSE_DATABASE: 'none' }),
    'are the same server',
  ],
  [
    'a topic with other partitions',
    () => ({ KAFKA_TOPIC: `${topic}_other`, KAFKA_PARTITIONS: '3' }),
    'is of a topic with 4 partitions',
  ],
  ['replicas', () => ({ CLICKHOUSE_REPLICATED: '1' }), 'CLICKHOUSE_REPLICATED: is not available'],
])('a restore into %s is refused, with nothing changed', async (_, otherOf, reason) => {
  const before = await stored();
  const [first = '', second = ''] = cluster.addresses.split(',');
  const { code, output } = await restoreNow(' --replace', { other: otherOf(first, second) });
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(reason) });
  expect(await stored()).toEqual(before);
});

test('a backup needs all shards, and their map, which stays the same', async () => {
  const [one] = cluster.shards;
  const before = await manifests();
  if (one === undefined) throw new Error('there are shards');
  const eachShard = (query: string) =>
    Promise.all(cluster.shards.map(({ client }) => client.command({ query })));
  const { waited } = await whileLocked(one.client, async () => {
    const waited = backup();
    await eventually(async () => (await manifests()).length, before.length + 1);
    await eachShard('create table own_map as shard_map');
    await eachShard(
      'insert into own_map settings async_insert = 0 select * replace (3 - shard as shard) from shard_map',
    );
    await eachShard('exchange tables own_map and shard_map');
    return { waited };
  });
  expect((await waited).output).toContain('The map of the shards changed while the backup was made');
  expect(await manifests()).toEqual(before);
  await eachShard('exchange tables own_map and shard_map');
  await eachShard('drop table own_map sync');
  const connection = { url: one?.url ?? '', database: `${cluster.database}_new` };
  const other = { CLICKHOUSE_DATABASE: connection.database };
  for (const { url } of cluster.shards) {
    await createDatabase({ ...connection, url }, logger);
    const client = createClickHouse({ ...connection, url }, logger);
    await migrateDatabase(client);
    await client.close();
  }
  const count = (await manifests()).length;
  const unmapped = await run('backup', `--to ${cluster.backups} --full`, { other });
  expect(unmapped.output).toContain('The shards have no map yet');
  await one?.kill();
  const away = await backup();
  await one?.start();
  expect(away.output).toMatch(/Shard 1 \(.*\) cannot be reached\. This command needs all shards/);
  expect(await manifests()).toHaveLength(count);
});
