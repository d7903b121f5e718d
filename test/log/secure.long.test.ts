import { inspect } from 'node:util';
import { createKafkaLog, kafkaOptions, kafkaSettings, type Log } from '@tallyhouse/log';
import { createLogger, readEnvironment } from '@tallyhouse/service';
import { AclResourceTypes } from 'kafkajs';
import { z } from 'zod';
import { forAllTests } from '../api/shared-service.ts';
import { allow, appRights } from '../harness/kafka-rights.ts';
import { startSecureKafka } from '../harness/kafka-secure.ts';
import { messages, readValues, until, works } from './gather.ts';

const schema = z.object(kafkaSettings);
const users = ['plain', 'scram-sha-256', 'scram-sha-512'];
const kafka = forAllTests(startSecureKafka);
let opened: Log[] = [];
let written = '';

beforeAll(() =>
  allow(
    kafka.openAddress,
    [...users, 'CN=client'].flatMap((user) => appRights(user, 'pings')),
  ),
);
beforeEach(() => {
  written = '';
});
afterEach(async () => {
  await Promise.all(opened.map((log) => log.close()));
  opened = [];
});

/** Records log output, with all properties of errors. */
const everything = createLogger('test', 'silent');
for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const) {
  jest.spyOn(everything, level).mockImplementation((...logged) => {
    written += `${inspect(logged, { depth: 10, breakLength: Number.POSITIVE_INFINITY })}\n`;
  });
}

/** A log configured by an environment, over TLS by default. */
function open(env: Record<string, string>): Log {
  const stated = { KAFKA_SSL: 'true', KAFKA_SSL_CA: kafka.authority.cert, ...env };
  const log = createKafkaLog(kafkaOptions(readEnvironment(schema, stated), everything));
  opened.push(log);
  return log;
}

const withPassword = (mechanism: string, other: Record<string, string> = {}) => ({
  KAFKA_BROKERS: kafka.passwordAddress,
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_SASL_USERNAME: mechanism,
  KAFKA_SASL_PASSWORD: kafka.password,
  ...other,
});

const withCertificate = () => ({
  KAFKA_BROKERS: kafka.certificateAddress,
  KAFKA_SSL_CERT: kafka.client.cert,
  KAFKA_SSL_KEY: kafka.client.key,
});

test.each([
  ...users.map((mechanism) => ({ name: mechanism, env: () => withPassword(mechanism) })),
  { name: 'a certificate', env: withCertificate },
])('appends, reads and tells the lag with $name over TLS', async ({ name, env }) => {
  const log = open({ ...env(), KAFKA_TOPIC: `pings-${name.replace(' ', '-')}`, KAFKA_PARTITIONS: '2' });
  const writer = log.writer();
  await until(() => works(writer.check()));
  await writer.append(messages(['one', 'two', 'three']));
  expect(await readValues(log, 'g', 3)).toEqual(['one', 'two', 'three']);
  const lag = await log.reader('g').lag();
  expect(lag.map(({ end, committed }) => end - committed)).toEqual([0n, 0n]);
  expect(written).not.toContain(kafka.password);
});

const unverified = /unable to verify the first certificate|self-signed certificate/;
const invalid = /Authentication failed during authentication due to invalid credentials/;
const wrongPassword = { KAFKA_SASL_PASSWORD: 'wrong-horse' };
const elsewhere = () => ({ KAFKA_BROKERS: kafka.passwordAddress.replace('127.0.0.1', 'localhost') });

test.each<[string, () => Record<string, string>, RegExp]>([
  [
    'an authority that did not sign',
    () => withPassword('plain', { KAFKA_SSL_CA: kafka.stranger.authority.cert }),
    unverified,
  ],
  ['no authority but those of Node', () => withPassword('plain', { KAFKA_SSL_CA: '' }), unverified],
  [
    'a name that the certificate does not have',
    () => withPassword('plain', elsewhere()),
    /does not match certificate's altnames/,
  ],
  [
    'a wrong password (plain)',
    () => withPassword('plain', wrongPassword),
    /Authentication failed: Invalid username or password/,
  ],
  ['a wrong password (scram)', () => withPassword('scram-sha-512', wrongPassword), invalid],
  ['an unknown user', () => withPassword('scram-sha-256', { KAFKA_SASL_USERNAME: 'nobody' }), invalid],
  [
    "a client's certificate of another authority",
    () => {
      const { cert, key } = kafka.stranger.client;
      return { ...withCertificate(), KAFKA_SSL_CERT: cert, KAFKA_SSL_KEY: key };
    },
    /alert|closed|reset/i,
  ],
])('refuses %s, and says so', async (_, env, reason) => {
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  // Even the variable that disables verification in the rest of Node has no effect here.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  try {
    const writer = open(env()).writer();
    await until(() => written.includes('cannot append to the log'));
    await expect(writer.append(messages(['m']))).rejects.toThrow(reason);
    await expect(writer.check()).rejects.toThrow(reason);
    const lines = written.split('\n').filter((line) => line.includes('cannot append to the log'));
    expect(lines[0]).toMatch(reason);
    expect(written).not.toContain('wrong-horse');
  } finally {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
  }
});

test('ends reading for good when the group may not be read, and gives the reason', async () => {
  await allow(
    kafka.openAddress,
    appRights('plain', 'elsewhere').filter(({ resourceType }) => resourceType !== AclResourceTypes.GROUP),
  );
  const log = open({ ...withPassword('plain'), KAFKA_TOPIC: 'elsewhere' });
  const fatal: unknown[] = [];
  const reader = log.reader('g');
  await reader.consume(
    async () => {},
    (error) => fatal.push(error),
  );
  await until(() => fatal.length > 0);
  expect(String(fatal[0])).toContain('Not authorized to access group');
  expect(reader.rejoins()).toBe(0);
  await expect(reader.check()).rejects.toThrow('Not authorized to access group');
});
