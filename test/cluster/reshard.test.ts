import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKafkaLog, type LogWriter, type PartitionStep, partitionOfKey } from '@tallyhouse/log';
import { emptyRow, encodeRow, type PingRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { Kafka, logLevel } from 'kafkajs';
import { z } from 'zod';
import { keyOf } from '../../apps/ingest/src/intake.ts';
import { type App, createApp } from '../faults/cluster/app.ts';
import { pingRow } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { serviceOver } from './sharded-query.ts';
import { startShards, type TestShards } from './shards.ts';

/**
 * Two shards become three, and four partitions eight, while pings arrive. The step is minutes ahead, as it has to be: what is from after
 * it are the ids of sessions, which the test makes up, as the clock of the tests cannot be moved in other processes.
 */
const topic = `test_reshard_${randomBytes(4).toString('hex')}`;
const brokers = (process.env['TEST_KAFKA_BROKERS'] ?? '').split(',');
const minute = 60_000;
const cutover = Math.ceil(Date.now() / minute) * minute + 120 * minute;
const steps: PartitionStep[] = [
  { from: 0, partitions: 4 },
  { from: cutover, partitions: 8 },
];
const inSteps = `4,8@${new Date(cutover).toISOString()}`;
/** The shard of each partition, before and after. */
const placesBefore = [1, 2, 1, 2];
const placesAfter = [...placesBefore, 3, 3, 3, 2];
const logger = createLogger('test', 'silent');

let cluster: TestShards;
let old: TestShards;
let consumers: App[];
/** Two ingest processes with the same settings. */
let writers: LogWriter[];
const opened: { close(): Promise<void> }[] = [];
/** The pings that the log acknowledged. */
const ledger: PingRow[] = [];

beforeAll(async () => {
  cluster = await startShards(3, { migrated: false, smaller: 2 });
  const two = cluster.shards.slice(0, 2);
  old = {
    ...cluster,
    shards: two,
    cluster: `${cluster.cluster}_2`,
    addresses: two.map(({ url }) => url).join(),
  };
  expect(await run('migrate', { CLICKHOUSE_CLUSTER: old.cluster })).toEqual({
    code: 0,
    output: expect.stringContaining('up to date'),
  });
  consumers = [await consumer(), await consumer()];
  await Promise.all(consumers.map((app) => app.start()));
  writers = [1, 2].map(() => logOf({ steps }).writer());
  await untilAcknowledged(views(before, 50));
});

afterAll(async () => {
  await Promise.all((consumers ?? []).map((app) => app.end('SIGKILL')));
  for (const one of opened) await one.close();
  await cluster?.stop();
});

function logOf(options: { steps?: readonly PartitionStep[]; name?: string; partitions?: number }) {
  const { name = topic, partitions = 8, steps: own } = options;
  const log = createKafkaLog({
    brokers,
    topic: name,
    partitions,
    retentionHours: 24,
    logger,
    ...(own && { steps: own }),
  });
  opened.push(log);
  return log;
}

/** The settings of a program: those of before, but for what is given. */
function environment(other: Record<string, string> = {}): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    KAFKA_BROKERS: brokers.join(),
    KAFKA_TOPIC: topic,
    KAFKA_PARTITIONS: '4',
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    CLICKHOUSE_SHARDS: old.addresses,
    CLICKHOUSE_DATABASE: cluster.database,
    LOG_LEVEL: 'warn',
    ...other,
  };
}

/** Those of after. */
const wanted = () => ({ CLICKHOUSE_SHARDS: cluster.addresses, KAFKA_PARTITIONS: inSteps });

async function consumer(other: Record<string, string> = {}): Promise<App> {
  const port = await freePort();
  const env = environment({ CONSUMER_PORT: `${port}`, ...other });
  return createApp({ command: [process.execPath, 'dist/consumer.js'], port, env });
}

const start = (program: string, other: Record<string, string>, args: readonly string[]): Promise<Program> =>
  startProgram([process.execPath, `dist/${program}.js`, ...args], { env: environment(other), readyUrls: [] });

/** Runs a program to its end. */
async function run(program: string, other: Record<string, string> = {}, args: readonly string[] = []) {
  const ran = await start(program, other, args);
  return { code: await ran.ended, output: ran.output() };
}
const reshard = (task: string, other: Record<string, string> = wanted(), ...args: string[]) =>
  run('reshard', other, [task, ...args]);

const before = () => cutover - 1 - Math.floor(Math.random() * 20 * minute);
const after = () => cutover + Math.floor(Math.random() * 20 * minute);

/** Pageviews of sessions of their own. */
const views = (at: () => number, count: number) =>
  Array.from({ length: count }, () => {
    const session = at();
    return pingRow({ pinged_at: session, session_id: uuid7(session), visitor_id: uuid7(session) });
  });

/** Another pageview of a session. */
const viewOf = ({ session_id, visitor_id, pinged_at }: PingRow) =>
  pingRow({
    pinged_at: pinged_at + 1000,
    session_id,
    visitor_id,
    ping_id: uuid7(pinged_at),
    pageview_id: uuid7(pinged_at + 1000),
  });

let turn = 0;
/** Appends pings as ingest does, by one process after the other. @returns whether they were acknowledged */
async function append(rows: readonly PingRow[]): Promise<boolean> {
  const writer = writers[turn++ % writers.length];
  const messages = rows.map((row) => ({ key: keyOf(row), value: encodeRow(row) }));
  try {
    await writer?.append(messages);
  } catch {
    return false;
  }
  ledger.push(...rows);
  return true;
}

async function untilAcknowledged(rows: readonly PingRow[]): Promise<void> {
  while (!(await append(rows))) await sleep(100);
}

/** Where a ping belongs now. */
function shardOf(row: PingRow, places: readonly number[]): number {
  const time = Number.parseInt(row.session_id.slice(0, 8) + row.session_id.slice(9, 13), 16);
  const count = row.session_id !== emptyRow.session_id && time >= cutover ? 8 : 4;
  return places[partitionOfKey(keyOf(row), count)] ?? 0;
}

async function rowsOf<Row>(number: number, query: string, row: z.ZodType<Row>): Promise<Row[]> {
  const client = cluster.shards[number - 1]?.client;
  if (client === undefined) throw new Error(`there is no shard ${number}`);
  return z.array(row).parse(await (await client.query({ query, format: 'JSONEachRow' })).json());
}

const idRow = z.object({ id: z.string() });
const idsOn = async (number: number, query: string) =>
  (await rowsOf(number, query, idRow)).map(({ id }) => id);
const pingsOn = (number: number) =>
  idsOn(number, 'select distinct toString(ping_id) as id from pings order by id');
const belongTo = (number: number) =>
  ledger.flatMap((row) => (shardOf(row, placesAfter) === number ? [row.ping_id] : [])).sort();

const mapRow = z.object({ p: z.number(), s: z.number() });
const mapOn = (number: number) =>
  rowsOf(number, 'select log_partition as p, shard as s from shard_map final order by p', mapRow);
const mapOf = (places: readonly number[]) => places.map((s, p) => ({ p, s }));

/** How many pageviews are stored, on all shards that have tables. */
async function storedViews(): Promise<number> {
  const numbers = await Promise.all(
    [1, 2, 3].map((number) =>
      idsOn(number, 'select distinct toString(pageview_id) as id from pageviews').catch(() => []),
    ),
  );
  return numbers.flat().length;
}

async function countPartitions(name = topic): Promise<number> {
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const { topics } = await admin.fetchTopicMetadata({ topics: [name] });
  await admin.disconnect();
  return topics[0]?.partitions.length ?? 0;
}

/** What a run would change. */
const everything = async () => ({
  maps: await Promise.all([1, 2, 3].map((number) => mapOn(number).catch(() => 'no tables'))),
  partitions: await countPartitions(),
});

type Service = Awaited<ReturnType<typeof serviceOver>>;
const clock = () => Date.now() + 4 * 60 * minute;
const serviceOf = async (shards: TestShards) => {
  const service = await serviceOver(shards, { clock });
  opened.push({ close: () => service.stop() });
  return service;
};
const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const range = `site_id=blog&start=${day(cutover - 86_400_000)}&end=${day(cutover + 60 * minute)}`;
const overview = z.object({ data: z.object({ pageviews: z.number(), sessions: z.number() }) });

/** The pageviews and sessions of a report; undefined for a 503. */
async function report(service: Service) {
  const { status, text } = await service.get(`/api/v1/overview?${range}`);
  if (status === 503) return undefined;
  return overview.parse(JSON.parse(text)).data;
}

describe('refused, with nothing changed', () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();
  const reversed = () => cluster.addresses.split(',').toReversed().join();

  test.each<[string, () => Record<string, string>, string]>([
    [
      'a new shard without tables',
      () => ({}),
      'has no tables. Run tallyhouse migrate with the same CLICKHOUSE_SHARDS',
    ],
    [
      'a new shard that is away',
      () => ({ CLICKHOUSE_SHARDS: `${old.addresses},http://127.0.0.1:1` }),
      'Shard 3 (127.0.0.1:1) cannot be reached. This needs all shards; nothing was changed.',
    ],
    ['no shards', () => ({ CLICKHOUSE_SHARDS: '' }), 'CLICKHOUSE_SHARDS'],
  ])('%s', async (_, settings, reason) => {
    const found = await everything();
    expect(await reshard('run', { ...wanted(), ...settings() }, '--yes')).toEqual({
      code: 1,
      output: expect.stringContaining(reason),
    });
    expect(await everything()).toEqual(found);
  });

  test('the plan names every step, with its settings and without passwords, before the new server has anything', async () => {
    const found = await everything();
    const { code, output } = await reshard('plan');
    expect(code).toBe(0);
    const parts = [
      'The topic gets 8 partitions; it has 4 in the map.',
      'new  partitions 4 to 6',
      '1. Start ClickHouse at 127.0.0.1:',
      '2. Add a cluster with all 3 shards',
      'CLICKHOUSE_CLUSTER=<the new name> tallyhouse migrate\n3. Start the query apps again',
      '4. Start every ingest process again with\n   KAFKA_PARTITIONS=4,8@',
      'All must run with it until ',
      'tallyhouse reshard run --yes',
      '6. Start the consumers again',
      'tallyhouse reshard verify',
    ];
    for (const part of parts) expect(output).toContain(part);
    expect(output).not.toContain('writer:');
    expect(await everything()).toEqual(found);
    expect(await run('migrate', wanted())).toMatchObject({ code: 0 });
    expect((await reshard('plan')).output).toMatch(/\(it answers\)[\s\S]*\(the tables are there\)/);
    expect(await reshard('run')).toEqual({
      code: 0,
      output: expect.stringContaining('Nothing was changed. With --yes'),
    });
    expect(await everything()).toEqual({
      maps: [mapOf(placesBefore), mapOf(placesBefore), []],
      partitions: 4,
    });
  });

  test.each<[string, () => Record<string, string>, string]>([
    [
      'a step that is past',
      () => ({ KAFKA_PARTITIONS: `4,8@${ago(1)}` }),
      'is past. Set a time at least 15 minutes',
    ],
    [
      'a step too soon',
      () => ({ KAFKA_PARTITIONS: `4,8@${ago(-10)}` }),
      'minutes ahead. Set a time at least 15',
    ],
    ['no step', () => ({ KAFKA_PARTITIONS: '8' }), 'set KAFKA_PARTITIONS=4,8@<time>'],
    ['no multiple', () => ({ KAFKA_PARTITIONS: `4,6@${ago(-60)}` }), 'is no multiple of 4, such as 8'],
    ['other numbers', () => ({ KAFKA_PARTITIONS: `2,8@${ago(-60)}` }), 'which is none of the numbers in'],
    [
      'fewer partitions',
      () => ({ CLICKHOUSE_SHARDS: old.addresses, KAFKA_PARTITIONS: '2' }),
      'is no multiple of the 4 partitions of the map',
    ],
    [
      'another order',
      () => ({ CLICKHOUSE_SHARDS: reversed() }),
      'is shard 1, but is number 3 in CLICKHOUSE_SHARDS',
    ],
  ])('%s', async (_, settings, reason) => {
    const found = await everything();
    expect(await reshard('run', { ...wanted(), ...settings() }, '--yes')).toEqual({
      code: 1,
      output: expect.stringContaining(reason),
    });
    expect(await everything()).toEqual(found);
  });

  test('a topic that grew by hand, and took pings since', async () => {
    const name = `${topic}_by_hand`;
    const writer = logOf({ name }).writer();
    const messages = views(before, 50).map((row) => ({ key: keyOf(row), value: encodeRow(row) }));
    await eventually(() => writer.append(messages).then(() => 'appended', String), 'appended');
    const found = await everything();
    expect(await reshard('run', { ...wanted(), KAFKA_TOPIC: name }, '--yes')).toEqual({
      code: 1,
      output: expect.stringContaining('The topic grew by hand, and its new partitions have messages'),
    });
    expect(await everything()).toEqual(found);
  });

  test('the consumer names the command', async () => {
    const { code, output } = await run('consumer', { ...wanted(), CONSUMER_PORT: `${await freePort()}` });
    expect([code, output]).toEqual([1, expect.stringContaining('tallyhouse reshard plan says how')]);
  });
});

test('a shard and partitions are added under load, with a run that is killed, and no report ever has less', async () => {
  const [oldService, newService] = [await serviceOf(old), await serviceOf(cluster)];
  let loading = true;
  /** Sessions in progress, from before the step and after it. */
  const open: PingRow[] = views(before, 20);
  const load = (async () => {
    while (loading) {
      const known = [...views(before, 3), ...open.slice(-20).map(viewOf)];
      // Those of after the step are refused until the topic has grown, and are sent again, as a sender would.
      for (const rows of [known, views(after, 3)]) if (await append(rows)) open.push(...rows.slice(0, 3));
      await sleep(100);
    }
  })();
  const answers = { oldService: 0, newService: 0, refused: 0 };
  const watch = (async () => {
    while (loading) {
      for (const [name, service] of Object.entries({ oldService, newService }) as [
        keyof typeof answers,
        Service,
      ][]) {
        const stored = await storedViews();
        const found = await report(service);
        if (found === undefined) answers.refused++;
        else {
          answers[name]++;
          expect(found.pageviews).toBeGreaterThanOrEqual(stored);
        }
      }
      await sleep(200);
    }
  })();
  watch.catch(() => {});

  // What a deletion leaves on every shard.
  for (const number of [1, 2]) {
    await cluster.shards[number - 1]?.client.command({
      query:
        "insert into forgotten select 'visitor', repeat('\\xff', 32), '2299-12-31', '2299-12-31', '2026-01-01'",
    });
  }
  // In the pause after the last map, before the topic grows.
  const killed = await start('reshard', wanted(), ['run', '--yes']);
  await eventually(async () => /Shard 2 .* has the map/.test(killed.output()), true);
  await killed.end('SIGKILL');
  expect(await everything()).toEqual({ maps: [1, 2, 3].map(() => mapOf(placesAfter)), partitions: 4 });
  // As if it had been killed before it came to shard 2.
  await cluster.shards[1]?.client.command({
    query: 'alter table shard_map delete where log_partition >= 4 settings mutations_sync = 2',
  });
  // Another report: the one that is watched would share the response of this request, which may have begun before.
  await eventually(
    async () => (await oldService.get(`/api/v1/devices?${range}`)).text.includes('shard 3'),
    true,
  );
  expect(await run('consumer', { CONSUMER_PORT: `${await freePort()}` })).toEqual({
    code: 1,
    output: expect.stringContaining('tallyhouse reshard run again if it was interrupted'),
  });

  const finished = await reshard('run', wanted(), '--yes');
  expect(finished).toEqual({
    code: 0,
    output: expect.stringContaining(`The topic ${topic} has 8 partitions.`),
  });
  expect(await everything()).toEqual({ maps: [1, 2, 3].map(() => mapOf(placesAfter)), partitions: 8 });
  expect(await idsOn(3, 'select hex(hash) as id from forgotten final')).toEqual(['FF'.repeat(32)]);

  // Consumers with the old map go on with what they know, and say what to do.
  const [first, second] = consumers;
  await eventually(
    async () => (await (await fetch(`${first?.url}/readyz`)).text()).includes('partitions 4 to 7 came'),
    true,
  );
  await eventually(async () => ledger.some((row) => shardOf(row, placesAfter) === 3), true);
  expect(await pingsOn(3)).toEqual([]);
  await Promise.all([first?.end('SIGTERM'), second?.end('SIGKILL')]);
  expect(await run('consumer', { CONSUMER_PORT: `${await freePort()}` })).toEqual({
    code: 1,
    output: expect.stringContaining('The map has 3 shards, but CLICKHOUSE_SHARDS has 2'),
  });
  consumers = [await consumer(wanted()), await consumer(wanted())];
  await Promise.all(consumers.map((app) => app.start()));
  await eventually(async () => (await pingsOn(3)).length > 0, true);
  await consumers[0]?.end('SIGKILL');
  await consumers[0]?.start();

  loading = false;
  await load;
  await watch;
  expect(answers).toEqual({
    oldService: expect.any(Number),
    newService: expect.any(Number),
    refused: expect.any(Number),
  });
  expect(Math.min(...Object.values(answers))).toBeGreaterThan(0);
  const sessions = new Map<number, string[]>();
  for (const number of [1, 2, 3]) {
    await eventually(() => pingsOn(number), belongTo(number));
    const own = ledger.filter((row) => shardOf(row, placesAfter) === number).map((row) => row.session_id);
    const expected = [...new Set(own)].sort();
    sessions.set(number, expected);
    await eventually(
      () => idsOn(number, 'select distinct toString(session_id) as id from sessions order by id'),
      expected,
    );
  }
  const all = [...sessions.values()].flat();
  expect(new Set(all).size).toBe(all.length);
  await eventually(() => report(newService), { pageviews: ledger.length, sessions: all.length });
  expect(await report(oldService)).toBeUndefined();
  expect((await oldService.get('/readyz')).text).toContain(
    'The map has shard 3, which CLICKHOUSE_SHARDS of this app',
  );
});

test('run again, there is nothing to do', async () => {
  for (const args of [['plan'], ['run', '--yes']] as const) {
    const [task, ...more] = args;
    expect(await reshard(task, wanted(), ...more)).toEqual({
      code: 0,
      output: expect.stringContaining('Nothing to do: the map has 3 shards and 8 partitions'),
    });
  }
});

test('an event with one id counts once, whichever shards it came to', async () => {
  const service = await serviceOf(cluster);
  const nobody = emptyRow.visitor_id;
  const event = (at: number, event_id: string, session_id = nobody) =>
    pingRow({
      pinged_at: at,
      session_id,
      visitor_id: nobody,
      pageview_id: nobody,
      page_path: '',
      event: 'Order',
      event_id,
    });
  const onShard = (at: () => number, number: number): string => {
    for (;;) {
      const [row] = views(at, 1);
      if (row !== undefined && shardOf(row, placesAfter) === number) return row.session_id;
    }
  };
  // Without a session, before and after the step; and of sessions on three shards.
  await untilAcknowledged([event(cutover - minute, 'order-1'), event(cutover + minute, 'order-1')]);
  await untilAcknowledged([
    event(cutover - minute, 'order-2', onShard(before, 1)),
    event(cutover, 'order-2', onShard(before, 2)),
    event(cutover + minute, 'order-2', onShard(after, 3)),
  ]);
  const answer = z.object({ data: z.array(z.object({ event: z.string(), events: z.number() })) });
  const counts = async () => {
    const { text } = await service.get(`/api/v1/events?${range}`);
    return answer.parse(JSON.parse(text)).data;
  };
  for (const number of [1, 2, 3]) await eventually(() => pingsOn(number), belongTo(number));
  await eventually(counts, [{ event: 'Order', events: 2 }]);
});

test('verify proves it, and names a session that an ingest process without the steps sent to another shard', async () => {
  const proof = await reshard('verify');
  expect(proof.code).toBe(0);
  expect(proof.output.match(/^ok +(map|pings|sessions|events) /gm)).toHaveLength(4);

  const [row] = ledger.filter((one) => shardOf(one, placesAfter) === 1);
  if (row === undefined) throw new Error('shard 1 has pings');
  const stray = viewOf(row);
  await logOf({})
    .writer()
    .append([{ key: keyOf(stray), partition: 4, value: encodeRow(stray) }]);
  await eventually(async () => (await pingsOn(3)).includes(stray.ping_id), true);
  await eventually(
    () =>
      idsOn(
        3,
        `select toString(session_id) as id from sessions final where session_id = '${row.session_id}'`,
      ),
    [{}].map(() => row.session_id),
  );
  const { code, output } = await reshard('verify');
  expect(code).toBe(1);
  expect(output).toContain(`session ${row.session_id} is on shards 3 and 1`);
  expect(output).toContain('ok       map');
});

test('verify names a shard whose map was changed, and pings that the map gives to another', async () => {
  const insert = async (number: number, shard: number) =>
    cluster.shards[number - 1]?.client.command({
      query: `insert into shard_map settings async_insert = 0 values (0, 1, ${shard})`,
    });
  await insert(1, 2);
  expect(await reshard('verify')).toEqual({
    code: 1,
    output: expect.stringContaining('has another map than'),
  });
  for (const number of [2, 3]) await insert(number, 2);
  expect(await reshard('verify')).toEqual({
    code: 1,
    output: expect.stringMatching(/shard 1 has [\d,]+ pings of other shards: partition 0/),
  });
});
