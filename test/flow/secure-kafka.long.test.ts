import { randomBytes } from 'node:crypto';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { AclResourceTypes } from 'kafkajs';
import { freePort } from '../harness/free-port.ts';
import { allow, appRights } from '../harness/kafka-rights.ts';
import { type SecureKafka, startSecureKafka } from '../harness/kafka-secure.ts';
import { type Program, startProgram } from '../harness/program.ts';

const name = `secure_${randomBytes(4).toString('hex')}`;
const { TEST_CLICKHOUSE_URL = '' } = process.env;
const client = createClickHouse({ url: TEST_CLICKHOUSE_URL, database: name }, createLogger('test', 'silent'));
const programs: Program[] = [];
let kafka: SecureKafka;

beforeAll(async () => {
  kafka = await startSecureKafka();
  await allow(kafka.openAddress, appRights('scram-sha-512', name));
  const migration = await start('migrate', {}, []);
  expect(await migration.ended).toBe(0);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.end('SIGKILL')));
  await client.command({ query: 'drop database if exists {name:Identifier}', query_params: { name } });
  await client.close();
  await kafka?.stop();
});

async function start(app: string, env: Record<string, string>, readyUrls: string[]): Promise<Program> {
  const program = await startProgram([process.execPath, `dist/${app}.js`], {
    env: {
      HOST: '127.0.0.1',
      IDENTITY_SECRET: 'a secret of the flow test',
      KAFKA_BROKERS: kafka.passwordAddress,
      KAFKA_TOPIC: name,
      KAFKA_SSL: 'true',
      KAFKA_SSL_CA: kafka.authority.cert,
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_SASL_USERNAME: 'scram-sha-512',
      KAFKA_SASL_PASSWORD: kafka.password,
      CLICKHOUSE_URL: TEST_CLICKHOUSE_URL,
      CLICKHOUSE_DATABASE: name,
      LOG_LEVEL: 'debug',
      ...env,
    },
    readyUrls,
  });
  programs.push(program);
  return program;
}

test('a ping passes through a Kafka with TLS and a password, and nothing shows the password', async () => {
  const [ingestPort, consumerPort] = [await freePort(), await freePort()];
  const [ingest, consumer] = await Promise.all([
    start('ingest', { INGEST_PORT: `${ingestPort}` }, [`http://127.0.0.1:${ingestPort}/readyz`]),
    start('consumer', { CONSUMER_PORT: `${consumerPort}` }, [`http://127.0.0.1:${consumerPort}/readyz`]),
  ]);
  const accepted = await fetch(`http://127.0.0.1:${ingestPort}/api/ping`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' },
    body: JSON.stringify({ url: 'https://example.com/hello' }),
  });
  expect(accepted.status).toBe(202);
  const stored = async () => {
    const result = await client.query({ query: 'select page_path from pings', format: 'JSONEachRow' });
    return result.json();
  };
  while ((await stored()).length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await stored()).toEqual([{ page_path: '/hello' }]);
  expect(ingest.output() + consumer.output()).not.toContain(kafka.password);
});

test('with a wrong password ingest is not ready and gives the reason, without the password', async () => {
  const port = await freePort();
  const ingest = await start('ingest', { INGEST_PORT: `${port}`, KAFKA_SASL_PASSWORD: 'wrong-horse' }, [
    `http://127.0.0.1:${port}/healthz`,
  ]);
  const ready = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    return { status: response.status, text: await response.text() };
  };
  while (!(await ready()).text.includes('Authentication failed'))
    await new Promise((r) => setTimeout(r, 100));
  expect((await ready()).status).toBe(503);
  while (!ingest.output().includes('Authentication failed')) await new Promise((r) => setTimeout(r, 100));
  expect(ingest.output()).not.toContain('wrong-horse');
});

test('a consumer that may not read its group ends with code 1', async () => {
  const topicOnly = appRights('plain', name).filter(
    ({ resourceType }) => resourceType !== AclResourceTypes.GROUP,
  );
  await allow(kafka.openAddress, topicOnly);
  const consumer = await start(
    'consumer',
    {
      CONSUMER_PORT: `${await freePort()}`,
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_SASL_USERNAME: 'plain',
    },
    [],
  );
  expect(await consumer.ended).toBe(1);
  expect(consumer.output()).toContain('Not authorized to access group');
});
