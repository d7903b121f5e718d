import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { forAllTests } from '../api/shared-service.ts';
import { createConsumer, createIngest, createQuery } from '../faults/cluster/programs.ts';
import { logger } from '../harness/quiet.ts';
import { ran } from '../harness/ran.ts';
import { sharedBrokers } from '../harness/shared/brokers.ts';
import { browsers } from '../import/access-log.ts';
import { expectReport } from './visit.ts';

const name = `test_flow_${randomBytes(4).toString('hex')}`;
const key = 'the-key-of-the-tests';
const { TEST_CLICKHOUSE_URL = '', TEST_CLICKHOUSE_READER_URL = '' } = process.env;

const apps = forAllTests(async () => {
  const env = {
    HOST: '127.0.0.1',
    API_KEY: key,
    KAFKA_BROKERS: (await sharedBrokers()).join(),
    KAFKA_TOPIC: name,
    KAFKA_PARTITIONS: '3',
    CLICKHOUSE_URL: TEST_CLICKHOUSE_URL,
    CLICKHOUSE_DATABASE: name,
    LOG_LEVEL: 'warn',
  };
  expect(await ran([process.execPath, 'dist/migrate.js'], { env })).toMatchObject({ code: 0 });
  const query = await createQuery({ ...env, CLICKHOUSE_URL: TEST_CLICKHOUSE_READER_URL });
  const [ingest, consumer] = [await createIngest(env), await createConsumer(env)];
  const all = [query, ingest, consumer];
  return {
    ingest,
    query,
    all,
    async stop() {
      await Promise.all(all.map((app) => app.end('SIGKILL')));
      const client = createClickHouse({ url: TEST_CLICKHOUSE_URL }, logger);
      await client.command({ query: `drop database if exists ${name}` });
      await client.close();
    },
  };
});
beforeAll(() => Promise.all(apps.all.map((app) => app.start())));

async function open(url: string, sent: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(sent);
}

test('a ping goes through ingest, Kafka, the consumer and ClickHouse into the reports of another process', async () => {
  const sent = await fetch(`${apps.ingest.url}/api/ping`, {
    method: 'POST',
    headers: { 'User-Agent': browsers.firefox },
    body: '{"page_path": "/"}',
  });
  expect(sent.status).toBe(202);
  const one = expect.objectContaining({ pageviews: 1, sessions: 1 });
  await expectReport({ queryUrl: apps.query.url, key }, '/overview?period=1h', one);

  // None of them sends a whole request, and none keeps an app from its end.
  for (const { url } of [apps.ingest, apps.query])
    for (const sent of ['', 'POST /api/p']) await open(url, sent);
  for (const app of apps.all) expect(await app.end('SIGTERM')).toBe(0);
});

test('a consumer of shards is alive while it waits for Kafka, and says so', async () => {
  const app = await createConsumer({
    HOST: '127.0.0.1',
    KAFKA_BROKERS: '127.0.0.1:1',
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    CLICKHOUSE_SHARDS: 'http://127.0.0.1:1,http://127.0.0.1:2',
    LOG_LEVEL: 'silent',
  });
  await app.start();
  const response = await fetch(`${app.url}/readyz`);
  const log = 'this consumer has not begun to read: it waits for Kafka, and then for the shards';
  expect([response.status, await response.json()]).toEqual([503, { status: 'unavailable', checks: { log } }]);
  expect((await fetch(`${app.url}/metrics`)).status).toBe(200);
  expect(await app.end('SIGTERM')).toBe(0);
});
