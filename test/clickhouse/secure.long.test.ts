/** ClickHouse behind TLS that requires a client's certificate: the embedded server behind a proxy, as the library has no https. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { createClickHouse, createReadClient } from '@tallyhouse/clickhouse';
import type { App } from '../faults/cluster/app.ts';
import { createConsumer, createQuery } from '../faults/cluster/programs.ts';
import { type Certificate, createAuthority, signCertificate } from '../harness/certificates.ts';
import { rowsOf } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { ran } from '../harness/ran.ts';
import { sharedBrokers } from '../harness/shared/brokers.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { logger } from './own-server.ts';

const database = `test_secure_${randomBytes(4).toString('hex')}`;
const { TEST_CLICKHOUSE_URL = '' } = process.env;
const inside = new URL(TEST_CLICKHOUSE_URL);
const key = 'the-key-of-the-tests';
const apps: App[] = [];
const inFolder = folderOfFile();
let brokers: string[];
let authority: Certificate;
let other: Certificate;
let own: Certificate;
let front: Server;
let url: string;

beforeAll(async () => {
  brokers = await sharedBrokers();
  const folder = inFolder();
  [authority, other] = [await createAuthority(folder, 'authority'), await createAuthority(folder, 'other')];
  const server = await signCertificate(authority, folder, 'server', 'IP:127.0.0.1');
  own = await signCertificate(authority, folder, 'client', 'DNS:client');
  front = createServer(
    {
      cert: readFileSync(server.cert),
      key: readFileSync(server.key),
      ca: readFileSync(authority.cert),
      requestCert: true,
      rejectUnauthorized: true,
    },
    (socket) => {
      const passed = connect(Number(inside.port), inside.hostname);
      socket.pipe(passed).pipe(socket);
      socket.on('error', () => passed.destroy());
      passed.on('error', () => socket.destroy());
    },
  );
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  url = `https://127.0.0.1:${port}`;
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.end('SIGKILL')));
  const client = createClickHouse({ url: TEST_CLICKHOUSE_URL }, logger);
  await client.command({
    query: 'drop database if exists {name:Identifier}',
    query_params: { name: database },
  });
  await client.close();
  front?.close();
});

/** The settings of every program. The certificate is for the connection; the login is user and password. */
function settings(): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    API_KEY: key,
    GEOIP_DB: 'off',
    DATA_DIR: inFolder('data'),
    CLICKHOUSE_URL: url,
    CLICKHOUSE_USER: inside.username,
    CLICKHOUSE_PASSWORD: inside.password,
    CLICKHOUSE_DATABASE: database,
    CLICKHOUSE_BI_DATABASE: 'none',
    CLICKHOUSE_SSL_CA: authority.cert,
    CLICKHOUSE_SSL_CERT: own.cert,
    CLICKHOUSE_SSL_KEY: own.key,
    KAFKA_BROKERS: brokers.join(),
    KAFKA_TOPIC: database,
    // It would otherwise turn off the check of certificates.
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  };
}

const run = (program: string, env: Record<string, string> = {}) =>
  ran([process.execPath, `dist/${program}.js`], { env: { ...settings(), ...env } });

test('migrations, apps and commands use ClickHouse with an authority and a certificate of its own', async () => {
  expect(await run('migrate')).toMatchObject({ code: 0 });
  const read = { CLICKHOUSE_URL: 'http://127.0.0.1:1', CLICKHOUSE_READ_URL: url };
  const consumer = await createConsumer(settings());
  const query = await createQuery({ ...settings(), ...read });
  for (const app of [consumer, query]) {
    apps.push(app);
    await app.start();
    // Ready means: ClickHouse answers, and has the tables.
    await eventually(async () => (await fetch(`${app.url}/readyz`)).status, 200);
  }
  const response = await fetch(`${query.url}/api/v1/overview?site_id=blog`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await response.json()).toMatchObject({ data: { pageviews: 0 } });
  expect(await run('settle')).toMatchObject({ code: 0 });
});

test.each([
  ['another authority', () => ({ CLICKHOUSE_SSL_CA: other.cert }), /unable to verify|self[- ]signed/],
  [
    'no certificate of its own',
    () => ({ CLICKHOUSE_SSL_CERT: '', CLICKHOUSE_SSL_KEY: '' }),
    /certificate required/,
  ],
])('with %s the migrations end with code 1 and the reason', async (_name, env, reason) => {
  expect(await run('migrate', env())).toMatchObject({ code: 1, errors: expect.stringMatching(reason) });
});

test.each([
  [{ CLICKHOUSE_SSL_CA: '/nowhere.pem' }, 'CLICKHOUSE_SSL_CA: ENOENT'],
  [{ CLICKHOUSE_SSL_CA: 'package.json' }, 'CLICKHOUSE_SSL_CA: '],
  [{ CLICKHOUSE_SSL_KEY: '' }, 'CLICKHOUSE_SSL_CERT and CLICKHOUSE_SSL_KEY: each requires the other'],
  [{ CLICKHOUSE_URL: 'http://127.0.0.1:1' }, 'CLICKHOUSE_SSL_CA: has no effect at http://127.0.0.1:1'],
])('%j is a mistake in the settings', async (env, problem) => {
  const errors = expect.stringContaining(`Invalid settings:\n  ${problem}`);
  expect(await run('migrate', env)).toMatchObject({ code: 1, errors });
});

test('a certificate that is not trusted counts as a server that is away', async () => {
  const tls = { ca: readFileSync(other.cert, 'utf8') };
  const client = createReadClient(
    [
      { url, tls },
      { url: TEST_CLICKHOUSE_URL, database: 'default' },
    ],
    logger,
  );
  expect(await rowsOf(client, 'select 1 as n')).toEqual([{ n: 1 }]);
  await client.close();
});
