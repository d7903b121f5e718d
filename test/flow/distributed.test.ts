import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { sharedBrokers } from '../harness/shared/brokers.ts';
import { browsers } from '../import/access-log.ts';
import { expectReport, type Service } from './visit.ts';

const name = `test_flow_${randomBytes(4).toString('hex')}`;
const { TEST_CLICKHOUSE_URL = '', TEST_CLICKHOUSE_READER_URL = '' } = process.env;
type App = 'ingest' | 'consumer' | 'query';

let ports: Record<App, number>;
let service: Service;
let client: ClickHouseClient;
let brokers: string[];
const programs = new Map<App, Program>();

beforeAll(async () => {
  brokers = await sharedBrokers();
  ports = { ingest: await freePort(), consumer: await freePort(), query: await freePort() };
  service = { queryUrl: `http://127.0.0.1:${ports.query}`, key: 'the-key-of-the-tests' };
  const migration = await startProgram([process.execPath, 'dist/migrate.js'], {
    env: environment('consumer'),
    readyUrls: [],
  });
  expect(await migration.ended).toBe(0);
  client = createClickHouse({ url: TEST_CLICKHOUSE_URL, database: name }, createLogger('test', 'silent'));
  await Promise.all((['ingest', 'consumer', 'query'] as const).map(start));
});

afterAll(async () => {
  await Promise.all([...programs.values()].map((program) => program.end('SIGKILL')));
  await client?.command({ query: 'drop database if exists {name:Identifier}', query_params: { name } });
  await client?.close();
});

function environment(app: App): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    API_KEY: service.key,
    IDENTITY_SECRET: 'a secret of the flow test',
    INGEST_PORT: `${ports.ingest}`,
    CONSUMER_PORT: `${ports.consumer}`,
    QUERY_PORT: `${ports.query}`,
    KAFKA_BROKERS: brokers.join(),
    KAFKA_TOPIC: name,
    KAFKA_PARTITIONS: '3',
    CLICKHOUSE_URL: app === 'query' ? TEST_CLICKHOUSE_READER_URL : TEST_CLICKHOUSE_URL,
    CLICKHOUSE_DATABASE: name,
    LOG_LEVEL: 'warn',
  };
}

async function start(app: App): Promise<void> {
  const program = await startProgram([process.execPath, `dist/${app}.js`], {
    env: environment(app),
    readyUrls: [`http://127.0.0.1:${ports[app]}/readyz`],
  });
  programs.set(app, program);
}

async function open(port: number, sent: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(sent);
}

test('a ping goes through ingest, Kafka, the consumer and ClickHouse into the reports of another process', async () => {
  const sent = await fetch(`http://127.0.0.1:${ports.ingest}/api/ping`, {
    method: 'POST',
    headers: { 'User-Agent': browsers.firefox },
    body: '{"page_path": "/"}',
  });
  expect(sent.status).toBe(202);
  await expectReport(service, '/overview?period=1h', expect.objectContaining({ pageviews: 1, sessions: 1 }));

  // None of them sends a whole request, and none keeps an app from its end.
  for (const port of [ports.ingest, ports.query])
    for (const sent of ['', 'POST /api/p']) await open(port, sent);
  for (const app of ['query', 'ingest', 'consumer'] as const) {
    expect(await programs.get(app)?.end('SIGTERM')).toBe(0);
  }
});
