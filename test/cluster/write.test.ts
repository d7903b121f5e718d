import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { createKafkaLog, type Log, partitionOfKey } from '@tallyhouse/log';
import { encodeRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { type App, createApp } from '../faults/cluster/app.ts';
import { pingRow } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { startProgram } from '../harness/program.ts';
import { startShards, type TestShards } from './shards.ts';

const topic = `test_shards_${randomBytes(4).toString('hex')}`;
const brokers = (process.env['TEST_KAFKA_BROKERS'] ?? '').split(',');
const partitions = 4;
const logger = createLogger('test', 'silent');

let cluster: TestShards;
let log: Log;
let consumers: App[];
/** The ids of all pings that were appended, by partition. */
const appended = new Map<number, string[]>();

beforeAll(async () => {
  cluster = await startShards(2, { migrated: false });
  log = createKafkaLog({ brokers, topic, partitions, retentionHours: 24, logger });
  expect(await run('migrate')).toEqual({ code: 0, output: expect.stringContaining('is up to date') });
  consumers = [await consumer(), await consumer()];
  await Promise.all(consumers.map((app) => app.start()));
});

afterAll(async () => {
  await Promise.all((consumers ?? []).map((app) => app.end('SIGKILL')));
  await log?.close();
  await cluster?.stop();
});

/** The settings of a program on both shards. */
function environment(other: Record<string, string> = {}): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    KAFKA_BROKERS: brokers.join(','),
    KAFKA_TOPIC: topic,
    KAFKA_PARTITIONS: `${partitions}`,
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    CLICKHOUSE_SHARDS: cluster.addresses,
    CLICKHOUSE_DATABASE: cluster.database,
    LOG_LEVEL: 'warn',
    ...other,
  };
}

async function consumer(): Promise<App> {
  const port = await freePort();
  const env = environment({ CONSUMER_PORT: `${port}` });
  return createApp({ command: [process.execPath, 'dist/consumer.js'], port, env });
}

/** Runs a program to its end. */
async function run(program: string, other: Record<string, string> = {}, args: readonly string[] = []) {
  const command = [process.execPath, `dist/${program}.js`, ...args];
  const ran = await startProgram(command, { env: environment(other), readyUrls: [] });
  return { code: await ran.ended, output: ran.output() };
}

/** Appends pings as ingest does, each of a session of its own. */
async function append(count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => pingRow({ pinged_at: Date.now() }));
  await writer().append(rows.map((row) => ({ key: row.session_id, value: encodeRow(row) })));
  for (const row of rows) {
    const partition = partitionOfKey(row.session_id, partitions);
    appended.set(partition, [...(appended.get(partition) ?? []), row.ping_id]);
  }
}

let opened: ReturnType<Log['writer']> | undefined;
function writer() {
  opened ??= log.writer();
  return opened;
}

const clientOf = (number: number): ClickHouseClient => {
  const found = cluster.shards.find((shard) => shard.number === number);
  if (found === undefined) throw new Error(`there is no shard ${number}`);
  return found.client;
};

async function rows(client: ClickHouseClient, query: string): Promise<unknown[]> {
  return (await client.query({ query, format: 'JSONEachRow' })).json();
}

/** The ids of the pings on a shard. */
async function storedOn(number: number): Promise<string[]> {
  const found = await rows(
    clientOf(number),
    'select distinct toString(ping_id) as id from pings order by id',
  );
  return found.flatMap((row) => (row instanceof Object && 'id' in row ? [String(row.id)] : []));
}

/** Those of the partitions of a shard: p belongs to shard p mod 2. */
function ofShard(number: number): string[] {
  return [...appended].flatMap(([partition, ids]) => ((partition % 2) + 1 === number ? ids : [])).sort();
}

const sessionsOn = (number: number) =>
  rows(clientOf(number), 'select toUInt32(uniqExact(session_id)) as sessions from sessions');

test('each shard stores exactly the pings of its partitions', async () => {
  await append(400);
  expect(ofShard(1).length).toBeGreaterThan(0);
  for (const number of [1, 2]) {
    await eventually(() => storedOn(number), ofShard(number));
    // A table behind pings gets its rows a moment later.
    await eventually(() => sessionsOn(number), [{ sessions: ofShard(number).length }]);
  }
});

test('every shard has the whole map and its own number', async () => {
  const map =
    'select log_partition as p, toUInt32(from_offset) as o, shard as s from shard_map final order by p';
  for (const number of [1, 2]) {
    expect(await rows(clientOf(number), map)).toEqual(
      [1, 2, 1, 2].map((shard, partition) => ({ p: partition, o: 0, s: shard })),
    );
    expect(await rows(clientOf(number), 'select shard from shard_identity final')).toEqual([
      { shard: number },
    ]);
  }
});

test('while a shard is away the other one stores its pings, and afterwards nothing is lost or stored twice', async () => {
  const second = cluster.shards[1];
  const [app] = consumers;
  await append(100);
  await second?.kill();
  await append(300);
  await eventually(() => storedOn(1), ofShard(1));
  await eventually(async () => {
    const response = await fetch(`${app?.url}/readyz`);
    return [response.status, (await response.text()).includes('Shard 2')];
  }, [503, true]);
  const metrics = async () => (await fetch(`${app?.url}/metrics`)).text();
  expect(await metrics()).toMatch(
    /tallyhouse_consumer_insert_errors_total\{kind="unavailable",shard="1"\} 0/,
  );
  // The count of parts is kept for two seconds.
  await eventually(async () => /clickhouse_parts\{shard="2"\}/.test(await metrics()), false);
  await second?.start();
  await append(100);
  for (const number of [1, 2]) {
    await eventually(() => storedOn(number), ofShard(number));
    // A table behind pings gets its rows a moment later.
    await eventually(() => sessionsOn(number), [{ sessions: ofShard(number).length }]);
  }
});

test('while a shard is frozen, with all connections open, the other one stores its pings', async () => {
  const second = cluster.shards[1];
  second?.freeze();
  await append(100);
  await eventually(() => storedOn(1), ofShard(1));
  second?.thaw();
  await eventually(() => storedOn(2), ofShard(2));
});

test('shards and a consumer that are killed under load lose nothing and store nothing twice', async () => {
  let loading = true;
  const load = (async () => {
    while (loading) {
      await append(20);
      await sleep(50);
    }
  })();
  for (const shard of [...cluster.shards, ...cluster.shards]) {
    const other = 3 - shard.number;
    await shard.kill();
    const before = (await storedOn(other)).length;
    await eventually(async () => (await storedOn(other)).length > before, true);
    await shard.start();
  }
  await consumers[0]?.end('SIGKILL');
  await consumers[0]?.start();
  loading = false;
  await load;
  for (const number of [1, 2]) {
    await eventually(() => storedOn(number), ofShard(number));
    await eventually(() => sessionsOn(number), [{ sessions: ofShard(number).length }]);
  }
});

test('a consumer that starts while a shard is away stores on the other one, and later on both', async () => {
  await consumers[1]?.end('SIGTERM');
  await cluster.shards[1]?.kill();
  await consumers[0]?.end('SIGTERM');
  const late = await consumer();
  consumers.push(late);
  const starting = late.start();
  await append(100);
  await eventually(() => storedOn(1), ofShard(1));
  await cluster.shards[1]?.start();
  await starting;
  await eventually(() => storedOn(2), ofShard(2));
});

test('a dead letter is on the shard of its offset; put back, it is marked there', async () => {
  const bad = Buffer.from('not a ping');
  await writer().append([0, 1].map((partition) => ({ key: `${partition}`, partition, value: bad })));
  const letters = (number: number) =>
    rows(
      clientOf(number),
      'select log_partition as p, count() > 0 as found, max(replayed_at > refused_at) as replayed from dead_letters final group by p',
    );
  for (const number of [1, 2]) {
    await eventually(() => letters(number), [{ p: number - 1, found: 1, replayed: 0 }]);
  }
  expect(await run('replay', {}, ['--dead-letters'])).toEqual({
    code: 0,
    output: expect.stringContaining('2 dead letters were put back'),
  });
  for (const number of [1, 2]) {
    await eventually(() => letters(number), [{ p: number - 1, found: 1, replayed: 1 }]);
  }
});

test('a replay stores what a shard has lost on that shard', async () => {
  await clientOf(2).command({ query: 'truncate table pings' });
  const before = await storedOn(1);
  const { code } = await run('replay', {}, ['--from', '1h']);
  expect(code).toBe(0);
  expect(await storedOn(2)).toEqual(ofShard(2));
  expect(await storedOn(1)).toEqual(before);
});

test('settled days are rebuilt on every shard', async () => {
  const today = new Date().toISOString().slice(0, 10);
  expect(await run('settle', {}, ['--from', today])).toMatchObject({ code: 0 });
  for (const number of [1, 2]) {
    const settled = await rows(
      clientOf(number),
      "select count() > 0 as settled from settled_sessions where site_id != ''",
    );
    expect(settled).toEqual([{ settled: 1 }]);
  }
});

test('settles the other shards while one is away, and names it', async () => {
  await cluster.shards[0]?.kill();
  const { code, output } = await run('settle', {}, ['--from', new Date().toISOString().slice(0, 10)]);
  await cluster.shards[0]?.start();
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('Shard 1 (') });
  expect(output).not.toContain('Shard 2 (');
});

describe('refused, with nothing written', () => {
  const swapped = () => cluster.addresses.split(',').toReversed().join(',');
  const asOther = () => cluster.addresses.replace('127.0.0.1', 'localhost');
  const first = () => cluster.addresses.split(',')[0] ?? '';

  test.each<[string, () => Record<string, string>, string]>([
    ['another order', () => ({ CLICKHOUSE_SHARDS: swapped() }), 'is number 1 in CLICKHOUSE_SHARDS'],
    [
      'a new shard',
      () => ({ CLICKHOUSE_SHARDS: `${cluster.addresses},http://127.0.0.1:1` }),
      'The map has 2 shards, but CLICKHOUSE_SHARDS has 3',
    ],
    [
      'fewer shards',
      () => ({ CLICKHOUSE_SHARDS: first() }),
      'The map has 2 shards, but CLICKHOUSE_SHARDS has 1',
    ],
    [
      'a shard twice',
      () => ({ CLICKHOUSE_SHARDS: `${cluster.addresses},${asOther().split(',')[0]}` }),
      'are the same database',
    ],
    [
      'the address of a shard twice',
      () => ({ CLICKHOUSE_SHARDS: `${cluster.addresses},${first()}` }),
      'CLICKHOUSE_SHARDS: has 127.0.0.1',
    ],
    [
      'a shard alone',
      () => ({ CLICKHOUSE_SHARDS: '', CLICKHOUSE_URL: first() }),
      'This ClickHouse is shard 1 of a cluster',
    ],
  ])('%s, by the consumer and by migrate', async (_, settings, reason) => {
    const before = await everything();
    for (const program of ['consumer', 'migrate']) {
      const { code, output } = await run(program, { ...settings(), CONSUMER_PORT: `${await freePort()}` });
      expect([program, code, output]).toEqual([program, 1, expect.stringContaining(reason)]);
    }
    expect(await everything()).toEqual(before);
  });

  test('a topic with another number of partitions', async () => {
    const other = `${topic}_other`;
    const before = await everything();
    for (const count of [3, 8]) {
      const { code, output } = await run('consumer', {
        KAFKA_TOPIC: `${other}_${count}`,
        KAFKA_PARTITIONS: `${count}`,
        CONSUMER_PORT: `${await freePort()}`,
      });
      expect([code, output]).toEqual([
        1,
        expect.stringContaining(`The topic has ${count} partitions, but the map has 4`),
      ]);
    }
    expect(await everything()).toEqual(before);
  });

  test('migrations that one shard lacks', async () => {
    await clientOf(2).command({
      query: "alter table migrations delete where name = '0039_deleting' settings mutations_sync = 2",
    });
    const { code, output } = await run('consumer', { CONSUMER_PORT: `${await freePort()}` });
    expect([code, output]).toEqual([1, expect.stringContaining('lacks migration 0039_deleting')]);
    expect(await run('migrate')).toEqual({
      code: 0,
      output: expect.stringContaining('running 0039_deleting'),
    });
  });

  /** The rows of every table of both shards. */
  async function everything(): Promise<unknown[]> {
    const tables =
      "select name, total_rows from system.tables where database = currentDatabase() and total_rows > 0 and name in ('pings', 'migrations', 'shard_map', 'shard_identity') order by name";
    return Promise.all([1, 2].map((number) => rows(clientOf(number), tables)));
  }
});
