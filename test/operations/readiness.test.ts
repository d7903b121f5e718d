import { randomUUID } from 'node:crypto';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createKafkaLog } from '@tallyhouse/log';
import { encodeCrawl } from '@tallyhouse/ping';
import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase } from '../harness/clickhouse.ts';
import { crawlRow } from '../harness/crawls.ts';
import { eventually } from '../harness/eventually.ts';
import { logger } from '../harness/quiet.ts';
import { emptyTables } from '../settle/empty-tables.ts';
import { type App, type Apps, consumerIsOk as ok, startApps } from './running-apps.ts';

const nowhere = '127.0.0.1:1';
const database = forAllTests(createTestDatabase);
let apps: Apps;
beforeEach(() => emptyTables(database));
afterEach(() => apps.stop());

const start = (environment: Record<string, string> = {}, instead: Parameters<typeof startApps>[1] = {}) =>
  startApps(environment, { ...instead, database });

const expectReadiness = (app: App, expected: unknown) => eventually(() => apps.readiness(app), expected);

test('while ClickHouse is down the consumer reports its lag, and ingest keeps accepting', async () => {
  const clickhouse = createClickHouse({ url: `http://${nowhere}` }, logger);
  apps = await start({ MAX_LAG_SECONDS: '1' }, { clickhouse });
  expect(await apps.ping({ page_path: '/' })).toBe(202);
  await expectReadiness('consumer', {
    status: 'unavailable',
    checks: {
      ...ok,
      clickhouse: 'ClickHouse does not answer',
      lag: expect.stringMatching(/^partition 0 is \d+ s and 1 messages behind; the limit is 1 s$/),
      parts: expect.stringContaining('ECONNREFUSED'),
    },
  });
  await expectReadiness('ingest', { status: 'ok', checks: { log: 'ok' } });
  expect(await apps.ping({ page_path: '/' })).toBe(202);
  await clickhouse.close();
});

test('when all arriving pings are refused, freshness fails until one is stored, though requests of pages are', async () => {
  apps = await start({ MAX_LAG_SECONDS: '2' });
  const writer = apps.log.writer();
  const stale = {
    status: 'unavailable',
    checks: {
      ...ok,
      // Each is tried several times, by itself in the end: a slow machine falls behind.
      lag: expect.any(String),
      freshness: expect.stringMatching(/^pings arrive, but none was stored for \d+ s; the limit is 2 s$/),
    },
  };
  const nonsense = { key: 'x', value: Buffer.from('nonsense') };
  const request = () => encodeCrawl(crawlRow({ occurred_at: Date.now() }, randomUUID()));
  const sending = setInterval(() => writer.append([nonsense, { key: 'x', value: request() }]), 500);
  await expectReadiness('consumer', stale);
  clearInterval(sending);
  const requests = await database.client.query({
    query: 'select count() > 0 from crawls',
    format: 'TabSeparated',
  });
  expect((await requests.text()).trim()).toBe('1');
  expect(await apps.ping({ page_path: '/' })).toBe(202);
  await expectReadiness('consumer', { status: 'ok', checks: ok });
});

test('parts that pile up are reported before ClickHouse slows inserts down', async () => {
  apps = await start({ MAX_PARTS: '3' });
  const { client } = database;
  await client.command({ query: 'create table heap (n UInt8) engine = MergeTree order by n' });
  await client.command({ query: 'system stop merges heap' });
  for (let n = 0; n < 4; n++) {
    await client.command({ query: `insert into heap settings async_insert = 0 values (${n})` });
  }
  await expectReadiness('consumer', {
    status: 'unavailable',
    checks: { ...ok, parts: 'a partition has 4 parts; the limit is 3' },
  });
  await client.command({ query: 'drop table heap sync' });
});

test('without the log neither ingest nor the consumer is ready, and query is', async () => {
  const settings = { brokers: [nowhere], topic: 'pings', partitions: 1, retentionHours: 72 };
  const log = createKafkaLog({ ...settings, logger });
  apps = await start({}, { log });
  const away = expect.stringContaining('Kafka');
  await expectReadiness('ingest', { status: 'unavailable', checks: { log: away } });
  await expectReadiness('consumer', { status: 'unavailable', checks: { ...ok, log: away } });
  await expectReadiness('query', { status: 'ok', checks: { clickhouse: 'ok' } });
});
