import { setTimeout as sleep } from 'node:timers/promises';
import { createKafkaLog, type LogWriter, type PartitionStep, partitionOfKey } from '@tallyhouse/log';
import { emptyRow, keyOf, type PingRow } from '@tallyhouse/ping';
import { pingRow, rowsOf } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { logger } from '../harness/quiet.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { withAdmin } from '../harness/with-admin.ts';
import { type KafkaCluster, messageOf, startKafkaCluster } from './kafka-cluster.ts';
import { serviceOver } from './sharded-query.ts';
import type { TestShards } from './shards.ts';

/**
 * Two shards become three, and four partitions eight, while pings arrive. The step is minutes ahead, as it has to be: what is from after
 * it are the ids of sessions, which the test makes up, as the clock of the tests cannot be moved in other processes.
 */
const minute = 60_000;
const cutover = Math.ceil(Date.now() / minute) * minute + 240 * minute;
const steps: PartitionStep[] = [
  { from: 0, partitions: 4 },
  { from: cutover, partitions: 8 },
];
const inSteps = `4,8@${new Date(cutover).toISOString()}`;
/** The shard of each partition, before and after. */
const placesBefore = [1, 2, 1, 2];
const placesAfter = [...placesBefore, 3, 3, 3, 2];
const everyShard = [1, 2, 3];

let cluster: KafkaCluster;
let old: TestShards;
/** Two ingest processes with the same settings. */
let writers: LogWriter[];
const opened: { close(): Promise<void> }[] = [];
/** The pings that the log acknowledged, and those that it did not, which may be in it nevertheless. */
const ledger: PingRow[] = [];
const open: PingRow[] = [];

beforeAll(async () => {
  cluster = await startKafkaCluster(4, { count: 3, smaller: 2 });
  old = { ...cluster, shards: cluster.shards.slice(0, 2), cluster: `${cluster.cluster}_2` };
  await Promise.all([cluster.addConsumer(), cluster.addConsumer()]);
  writers = [1, 2].map(() => logOf({ steps }).writer());
  await untilAcknowledged(views(before, 50));
});

afterAll(async () => {
  for (const one of opened) await one.close();
  await cluster?.stop();
});

function logOf({ name = cluster.topic, steps: own }: { steps?: readonly PartitionStep[]; name?: string }) {
  const options = { brokers: cluster.brokers, topic: name, partitions: 8, retentionHours: 24, logger };
  const log = createKafkaLog({ ...options, ...(own && { steps: own }) });
  opened.push(log);
  return log;
}

/** The settings of after. */
const wanted = () => ({ CLICKHOUSE_SHARDS: cluster.addresses, KAFKA_PARTITIONS: inSteps });
const reshard = (task: string, other: Record<string, string> = wanted(), ...args: string[]) =>
  cluster.run('reshard', [task, ...args], other);
const consumerOnly = async (settings: Record<string, string> = {}) =>
  cluster.run('consumer', [], { ...settings, CONSUMER_PORT: `${await freePort()}` });

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
  pingRow({ pinged_at: pinged_at + 1000, session_id, visitor_id, ping_id: uuid7(pinged_at) });

let turn = 0;
/** Appends pings as ingest does, by one process after the other. @returns whether they were acknowledged */
async function append(rows: readonly PingRow[]): Promise<boolean> {
  const acknowledged = await writers[turn++ % writers.length]?.append(rows.map(messageOf)).then(
    () => true,
    () => false,
  );
  (acknowledged ? ledger : open).push(...rows);
  return acknowledged ?? false;
}

async function untilAcknowledged(rows: readonly PingRow[]): Promise<void> {
  while (!(await append(rows))) await sleep(100);
}

/** Where a ping belongs in the end. */
function shardOf(row: PingRow): number {
  const time = Number.parseInt(row.session_id.slice(0, 8) + row.session_id.slice(9, 13), 16);
  const count = row.session_id !== emptyRow.session_id && time >= cutover ? 8 : 4;
  return placesAfter[partitionOfKey(keyOf(row), count)] ?? 0;
}

const idsOn = async (number: number, query: string) =>
  (await rowsOf<{ id: string }>(cluster.client(number), query)).map(({ id }) => id);
const pingsOn = (number: number) =>
  idsOn(number, 'select distinct toString(ping_id) as id from pings order by id');

/** Acknowledged pings that their shard lacks, and stored ones that belong to no shard or another one. */
async function misplaced(): Promise<string[]> {
  const found: string[] = [];
  for (const number of everyShard) {
    const stored = new Set(await pingsOn(number));
    const own = (rows: readonly PingRow[]) =>
      rows.flatMap((row) => (shardOf(row) === number ? [row.ping_id] : []));
    const known = new Set(own([...ledger, ...open]));
    found.push(...own(ledger).filter((id) => !stored.has(id)), ...[...stored].filter((id) => !known.has(id)));
  }
  return found;
}

const mapOn = (number: number) =>
  rowsOf(cluster.client(number), 'select log_partition as p, shard as s from shard_map final order by p');
const mapOf = (places: readonly number[]) => places.map((s, p) => ({ p, s }));

/** How many pageviews are stored, on all shards that have tables. */
async function storedViews(): Promise<number> {
  const query = 'select distinct toString(pageview_id) as id from pageviews';
  const ids = await Promise.all(everyShard.map((number) => idsOn(number, query).catch(() => [])));
  return ids.flat().length;
}

/** What a run would change. */
const everything = async () => ({
  maps: await Promise.all(everyShard.map((number) => mapOn(number).catch(() => 'no tables'))),
  partitions: await withAdmin(cluster.brokers, async (admin) => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [cluster.topic] });
    return topics[0]?.partitions.length ?? 0;
  }),
});

type Service = Awaited<ReturnType<typeof serviceOver>>;
const serviceOf = async (shards: TestShards) => {
  const service = await serviceOver(shards, { clock: () => Date.now() + 6 * 60 * minute });
  opened.push({ close: () => service.stop() });
  return service;
};
const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const range = `site_id=blog&start=${day(cutover - 86_400_000)}&end=${day(cutover + 60 * minute)}`;
/** The pageviews and sessions of a report; undefined for a 503. */
async function report(service: Service) {
  const { status, text } = await service.get(`/api/v1/overview?${range}`);
  const { pageviews, sessions } = status === 503 ? {} : JSON.parse(text).data;
  return status === 503 ? undefined : { pageviews, sessions };
}

const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();

async function expectRefused(settings: Record<string, string>, reason: string): Promise<void> {
  const found = await everything();
  expect(await reshard('run', { ...wanted(), ...settings }, '--yes')).toEqual({
    code: 1,
    output: expect.stringContaining(reason),
  });
  expect(await everything()).toEqual(found);
}

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
  expect(await cluster.run('migrate', [], wanted())).toMatchObject({ code: 0 });
  expect((await reshard('plan')).output).toMatch(/\(it answers\)[\s\S]*\(the tables are there\)/);
  const output2 = expect.stringContaining('Nothing was changed. With --yes');
  expect(await reshard('run')).toEqual({ code: 0, output: output2 });
  expect(await everything()).toEqual({ maps: [mapOf(placesBefore), mapOf(placesBefore), []], partitions: 4 });
});

/** All reasons: packages/cluster/src/shards/growth.test.ts. */
test('a time that is past and a topic that grew by hand are refused, and nothing changes', async () => {
  await expectRefused({ KAFKA_PARTITIONS: `4,8@${ago(1)}` }, 'is past. Set a time at least 125 minutes');
  // A topic that grew by hand, and took pings since.
  const name = `${cluster.topic}_by_hand`;
  const writer = logOf({ name }).writer();
  const messages = views(before, 50).map(messageOf);
  await eventually(() => writer.append(messages).then(() => 'appended', String), 'appended');
  await expectRefused({ KAFKA_TOPIC: name }, 'The topic grew by hand, and its new partitions have messages');
  const output = expect.stringContaining('tallyhouse reshard plan says how');
  expect(await consumerOnly(wanted())).toEqual({ code: 1, output });
});

test('a shard and partitions are added under load, with a run that is killed, and no report ever has less', async () => {
  const [oldService, newService] = [await serviceOf(old), await serviceOf(cluster)];
  let loading = true;
  const load = (async () => {
    /** Sessions in progress, from before the step and after it. */
    const sessions: PingRow[] = views(before, 5);
    while (loading) {
      const known = [...views(before, 2), ...sessions.slice(-5).map(viewOf)];
      // Pings from after the step are refused until the topic has grown, and are sent again, as a sender would.
      for (const rows of [known, views(after, 2)]) if (await append(rows)) sessions.push(...rows.slice(0, 2));
      await sleep(100);
    }
  })();
  const answers = { oldService: 0, newService: 0 };
  const watch = (async () => {
    while (loading) {
      for (const [name, service] of [
        ['oldService', oldService],
        ['newService', newService],
      ] as const) {
        const stored = await storedViews();
        const found = await report(service);
        if (found === undefined) continue;
        answers[name]++;
        expect(found.pageviews).toBeGreaterThanOrEqual(stored);
      }
      await sleep(500);
    }
  })();
  watch.catch(() => {});

  // What a deletion leaves on every shard.
  for (const number of [1, 2]) {
    await cluster.client(number).command({
      query:
        "insert into forgotten select 'visitor', repeat('\\xff', 32), '2299-12-31', '2299-12-31', '2026-01-01'",
    });
  }
  // In the pause after the last map, before the topic grows.
  const killed = await cluster.begin('reshard', ['run', '--yes'], wanted());
  await eventually(async () => /Shard 2 .* has the map/.test(killed.output()), true);
  expect(await killed.end('SIGINT')).toBe(130);
  expect(await everything()).toEqual({ maps: everyShard.map(() => mapOf(placesAfter)), partitions: 4 });
  // As if it had been killed before it came to shard 2.
  await cluster
    .client(2)
    .command({ query: 'alter table shard_map delete where log_partition >= 4 settings mutations_sync = 2' });
  // Another report: the one that is watched would share the response of this request, which may have begun before.
  const devices = async () => (await oldService.get(`/api/v1/devices?${range}`)).text;
  await eventually(async () => (await devices()).includes('shard 3'), true);
  expect(await consumerOnly()).toEqual({
    code: 1,
    output: expect.stringContaining('tallyhouse reshard run again if it was interrupted'),
  });
  expect(await reshard('run', wanted(), '--yes')).toEqual({
    code: 0,
    output: expect.stringContaining(`The topic ${cluster.topic} has 8 partitions.`),
  });
  expect(await everything()).toEqual({ maps: everyShard.map(() => mapOf(placesAfter)), partitions: 8 });
  expect(await idsOn(3, 'select hex(hash) as id from forgotten final')).toEqual(['FF'.repeat(32)]);

  // Consumers with the old map go on with what they know, and say what to do.
  const [first, second] = cluster.consumers;
  const readiness = async () => (await fetch(`${first?.url}/readyz`)).text();
  await eventually(async () => (await readiness()).includes('partitions 4 to 7 came'), true);
  await eventually(async () => ledger.some((row) => shardOf(row) === 3), true);
  expect(await pingsOn(3)).toEqual([]);
  await Promise.all([first?.end('SIGTERM'), second?.end('SIGKILL')]);
  expect(await consumerOnly()).toEqual({
    code: 1,
    output: expect.stringContaining('The map has 3 shards, but CLICKHOUSE_SHARDS has 2'),
  });
  const [newer] = await Promise.all([cluster.addConsumer(wanted()), cluster.addConsumer(wanted())]);
  await eventually(async () => (await pingsOn(3)).length > 0, true);
  await newer.end('SIGKILL');
  await newer.start();

  loading = false;
  await load;
  await watch;
  expect(Math.min(...Object.values(answers))).toBeGreaterThan(0);
  await eventually(misplaced, []);
  const sessionsIn = (table: string, number: number) =>
    idsOn(number, `select distinct toString(session_id) as id from ${table} order by id`);
  for (const number of everyShard)
    await eventually(() => sessionsIn('sessions', number), await sessionsIn('pings', number));
  const all = (await Promise.all(everyShard.map((number) => sessionsIn('sessions', number)))).flat();
  expect(new Set(all).size).toBe(all.length);
  const pageviews = (await Promise.all(everyShard.map(pingsOn))).flat().length;
  await eventually(() => report(newService), { pageviews, sessions: all.length });
  expect(await report(oldService)).toBeUndefined();
  expect((await oldService.get('/readyz')).text).toContain(
    'The map has shard 3, which CLICKHOUSE_SHARDS of this app',
  );
});

test('run again, there is nothing to do', async () => {
  const output = expect.stringContaining('Nothing to do: the map has 3 shards and 8 partitions');
  expect(await reshard('plan')).toEqual({ code: 0, output });
  // As if it had ended before the deletions were copied.
  await cluster.client(3).command({ query: 'truncate table forgotten' });
  expect(await reshard('run', wanted(), '--yes')).toEqual({ code: 0, output });
  expect(await idsOn(3, 'select hex(hash) as id from forgotten final')).toEqual(['FF'.repeat(32)]);
});

test('an event with one id counts once, whichever shards it came to', async () => {
  const service = await serviceOf(cluster);
  const nobody = emptyRow.visitor_id;
  const order = { visitor_id: nobody, pageview_id: nobody, page_path: '', event: 'Order' };
  const event = (at: number, event_id: string, session_id = nobody) =>
    pingRow({ pinged_at: at, session_id, ...order, event_id });
  const onShard = (at: () => number, number: number): string => {
    for (;;) {
      const [row] = views(at, 1);
      if (row !== undefined && shardOf(row) === number) return row.session_id;
    }
  };
  const events = [
    // Without a session, before and after the step; and of sessions on three shards.
    event(cutover - minute, 'order-1'),
    event(cutover + minute, 'order-1'),
    event(cutover - minute, 'order-2', onShard(before, 1)),
    event(cutover, 'order-2', onShard(before, 2)),
    event(cutover + minute, 'order-2', onShard(after, 3)),
  ];
  await untilAcknowledged(events);
  const ids = `'${events.map(({ ping_id }) => ping_id).join("','")}'`;
  const stored = async () =>
    (await Promise.all(everyShard.map(pingsOn))).flat().filter((id) => ids.includes(id)).length;
  await eventually(stored, events.length);
  const counts = async () => JSON.parse((await service.get(`/api/v1/events?${range}`)).text).data;
  await eventually(counts, [expect.objectContaining({ event: 'Order', events: 2 })]);
});

test('verify proves it, and names sessions on two shards, a shard with another map, and pings of another shard', async () => {
  const proof = await reshard('verify');
  expect(proof.code).toBe(0);
  expect(proof.output.match(/^ok +(map|pings|sessions|events) /gm)).toHaveLength(4);

  // As an ingest process without the steps would send it.
  const [row] = ledger.filter((one) => shardOf(one) === 1);
  if (row === undefined) throw new Error('shard 1 has pings');
  const stray = viewOf(row);
  await logOf({})
    .writer()
    .append([{ ...messageOf(stray), partition: 4 }]);
  const session = `select toString(session_id) as id from sessions final where session_id = '${row.session_id}'`;
  await eventually(() => idsOn(3, session), [row.session_id]);
  const { code, output } = await reshard('verify');
  expect(code).toBe(1);
  expect(output).toContain(`session ${row.session_id} is on shards 3 and 1`);
  expect(output).toContain('ok       map');

  const insert = (number: number) =>
    cluster
      .client(number)
      .command({ query: 'insert into shard_map settings async_insert = 0 values (0, 1, 2)' });
  await insert(1);
  const otherMap = expect.stringContaining('has another map than');
  expect(await reshard('verify')).toEqual({ code: 1, output: otherMap });
  for (const number of [2, 3]) await insert(number);
  const ofOthers = expect.stringMatching(/shard 1 has [\d,]+ pings of other shards: partition 0/);
  expect(await reshard('verify')).toEqual({ code: 1, output: ofOthers });
  for (const number of everyShard) {
    await cluster
      .client(number)
      .command({ query: 'alter table shard_map delete where from_offset = 1 settings mutations_sync = 2' });
  }
});
