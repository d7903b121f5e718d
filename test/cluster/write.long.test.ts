import { partitionOfKey } from '@tallyhouse/log';
import { forAllTests } from '../api/shared-service.ts';
import type { App } from '../faults/cluster/app.ts';
import { numberOf } from '../faults/cluster/number.ts';
import { pingRow, rowsOf } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { named } from '../harness/own-tables.ts';
import { startKafkaCluster } from './kafka-cluster.ts';

const partitions = 4;
const cluster = forAllTests(() => startKafkaCluster(partitions));
let first: App;
/** The ids of all pings that were appended, by partition. */
const appended = new Map<number, string[]>();

beforeAll(async () => {
  [first] = await Promise.all([cluster.addConsumer(), cluster.addConsumer()]);
  await append(200);
});

/** Appends pings as ingest does, each of a session of its own. */
async function append(count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => pingRow({ pinged_at: Date.now() }));
  await cluster.append(rows);
  for (const row of rows) {
    const partition = partitionOfKey(row.session_id, partitions);
    appended.set(partition, [...(appended.get(partition) ?? []), row.ping_id]);
  }
}

const rows = (number: number, query: string) => rowsOf(cluster.client(number), query);

/** The ids of the pings on a shard. */
async function storedOn(number: number): Promise<string[]> {
  const query = 'select distinct toString(ping_id) as id from pings order by id';
  return (await rowsOf<{ id: string }>(cluster.client(number), query)).map(({ id }) => id);
}

/** The messages in the partitions of a shard: p belongs to shard p mod 2. */
function ofShard(number: number): string[] {
  return [...appended].flatMap(([partition, ids]) => ((partition % 2) + 1 === number ? ids : [])).sort();
}

/** Every ping is where it belongs; a table behind pings gets its rows a moment later. */
async function expectAllStored(): Promise<void> {
  for (const number of [1, 2]) {
    await eventually(() => storedOn(number), ofShard(number));
    const sessions = () =>
      numberOf(cluster.client(number), 'select uniqExact(session_id) as n from sessions');
    await eventually(sessions, ofShard(number).length);
  }
}

/** Does something while a shard is away. */
async function whileAway(number: number, act: () => Promise<void>): Promise<void> {
  const shard = cluster.shards[number - 1];
  await shard?.kill();
  try {
    await act();
  } finally {
    await shard?.start();
  }
}

test('each shard stores exactly the pings of its partitions', async () => {
  expect(ofShard(1).length).toBeGreaterThan(0);
  await expectAllStored();
});

test('every shard has the whole map and its own number', async () => {
  const map =
    'select log_partition as p, toUInt32(from_offset) as o, shard as s from shard_map final order by p';
  for (const number of [1, 2]) {
    expect(await rows(number, map)).toEqual([1, 2, 1, 2].map((s, p) => ({ p, o: 0, s })));
    expect(await rows(number, 'select shard from shard_identity final')).toEqual([{ shard: number }]);
  }
});

// Killed under load: test/cluster/faults.long.test.ts.
test('while a shard is away the other one stores its pings, and the consumer says which is away', async () => {
  await whileAway(2, async () => {
    await append(200);
    await eventually(() => storedOn(1), ofShard(1));
    await eventually(async () => {
      const response = await fetch(`${first.url}/readyz`);
      return [response.status, (await response.text()).includes('Shard 2')];
    }, [503, true]);
    const metrics = async () => (await fetch(`${first.url}/metrics`)).text();
    expect(await metrics()).toMatch(
      /tallyhouse_consumer_insert_errors_total\{kind="unavailable",shard="1"\} 0/,
    );
    // The count of parts is kept for two seconds.
    await eventually(async () => /clickhouse_parts\{shard="2"\}/.test(await metrics()), false);
  });
  await append(100);
  await expectAllStored();
});

test('while a shard is frozen, with all connections open, the other one stores its pings', async () => {
  cluster.shards[1]?.freeze();
  try {
    await append(100);
    await eventually(() => storedOn(1), ofShard(1));
  } finally {
    cluster.shards[1]?.thaw();
  }
  await expectAllStored();
});

test('a consumer that starts while a shard is away stores on the other one, and later on both', async () => {
  const running = cluster.consumers.filter((consumer) => consumer.running());
  await Promise.all(running.map((consumer) => consumer.end('SIGTERM')));
  let starting: Promise<void> | undefined;
  const seen = () =>
    numberOf(cluster.client(1), 'select toUnixTimestamp64Milli(max(seen_at)) as n from heartbeats');
  const before = await seen();
  await whileAway(2, async () => {
    starting = first.start();
    // Otherwise the time until the other shard is back would be marked as an outage.
    await eventually(async () => (await seen()) > before, true);
    await append(100);
    await eventually(() => storedOn(1), ofShard(1));
  });
  await starting;
  await expectAllStored();
});

test('a dead letter is on the shard of its offset; put back, it is marked there', async () => {
  const bad = Buffer.from('not a ping');
  await cluster.append(
    [],
    [0, 1].map((partition) => ({ key: `${partition}`, partition, value: bad })),
  );
  const letters =
    'select log_partition as p, count() > 0 as found, max(replayed_at > refused_at) as replayed from dead_letters final group by p';
  const expectLetters = async (replayed: number) => {
    for (const number of [1, 2])
      await eventually(() => rows(number, letters), [{ p: number - 1, found: 1, replayed }]);
  };
  await expectLetters(0);
  await whileAway(2, async () => {
    const reason = expect.stringContaining('cannot be reached, and all shards are needed');
    expect(await cluster.run('replay', ['--dead-letters'])).toEqual({ code: 1, output: reason });
  });
  const output = expect.stringContaining('Put back 2 dead letters');
  expect(await cluster.run('replay', ['--dead-letters'])).toEqual({ code: 0, output });
  await expectLetters(1);
});

test('a replay stores what a shard has lost on that shard', async () => {
  await expectAllStored();
  await cluster.client(2).command({ query: 'truncate table pings' });
  expect(await cluster.run('replay', ['--from', '1h'])).toMatchObject({ code: 0 });
  expect(await storedOn(2)).toEqual(ofShard(2));
  expect(await storedOn(1)).toEqual(ofShard(1));
});

describe('settle', () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const settle = () => cluster.run('settle', ['--from', yesterday]);
  const rowsThere = named("select count() > 0 as n from settled_sessions where site_id != ''");
  const settled = (number: number) => numberOf(cluster.client(number), rowsThere);

  test('rebuilds days on every shard', async () => {
    await expectAllStored();
    expect(await settle()).toMatchObject({ code: 0 });
    expect([await settled(1), await settled(2)]).toEqual([1, 1]);
  });

  test('goes on with the other shards while one is away, and names it', async () => {
    await whileAway(1, async () => {
      const { code, output } = await settle();
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('Shard 1 (') });
      expect(output).not.toContain('Shard 2 (');
      expect(await settled(2)).toBe(1);
    });
  });
});

/** All reasons: packages/cluster/src/shards/judge.test.ts. */
describe('refused, with nothing written', () => {
  const swapped = () => cluster.addresses.split(',').toReversed().join(',');
  const one = () => cluster.addresses.split(',')[0] ?? '';
  const consumerPort = async () => ({ CONSUMER_PORT: `${await freePort()}` });

  test.each<[string, () => Record<string, string>, string]>([
    ['another order', () => ({ CLICKHOUSE_SHARDS: swapped() }), 'is number 1 in CLICKHOUSE_SHARDS'],
    [
      'a shard alone',
      () => ({ CLICKHOUSE_SHARDS: '', CLICKHOUSE_URL: one() }),
      'This ClickHouse is shard 1 of a cluster',
    ],
  ])('%s, by the consumer and by migrate', async (_, settings, reason) => {
    const before = await everything();
    for (const program of ['consumer', 'migrate']) {
      const { code, output } = await cluster.run(program, [], { ...settings(), ...(await consumerPort()) });
      expect([program, code, output]).toEqual([program, 1, expect.stringContaining(reason)]);
    }
    expect(await everything()).toEqual(before);
  });

  test('migrations that one shard lacks', async () => {
    await cluster.client(2).command({
      query: "alter table migrations delete where name = '0015_shards' settings mutations_sync = 2",
    });
    const { code, output } = await cluster.run('consumer', [], await consumerPort());
    expect([code, output]).toEqual([1, expect.stringContaining('lacks migration 0015_shards')]);
    expect(await cluster.run('migrate')).toEqual({
      code: 0,
      output: expect.stringContaining('running 0015_shards'),
    });
  });

  /** The rows of every table of both shards, which no longer change. */
  async function everything(): Promise<unknown[]> {
    await expectAllStored();
    const tables =
      "select name, total_rows from system.tables where database = currentDatabase() and total_rows > 0 and name in ('migrations', 'shard_map', 'shard_identity') order by name";
    return Promise.all([1, 2].map(async (number) => [await storedOn(number), await rows(number, tables)]));
  }
});
