import { createLogger, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { kafkaSettings } from '../settings.ts';
import { deadLetterOptions, kafkaOptions } from './options.ts';

const logger = createLogger('test', 'silent');
const schema = z.object(kafkaSettings);
const options = (env: Record<string, string>) =>
  kafkaOptions(readEnvironment(schema, { KAFKA_BROKERS: 'kafka:9092', ...env }), logger);

test('connects without TLS or a password by default, and keeps pings for a week', () => {
  const topic = { topic: 'pings', partitions: 6, retentionHours: 168 };
  expect(options({})).toEqual({ brokers: ['kafka:9092'], ...topic, logger });
});

test('uses all settings, and keeps dead letters for ever, in one partition', () => {
  const stated = options({
    KAFKA_TOPIC: 'visits',
    KAFKA_PARTITIONS: '12',
    KAFKA_REPLICATION_FACTOR: '3',
    KAFKA_MIN_INSYNC_REPLICAS: '2',
    KAFKA_RETENTION_HOURS: '24',
    KAFKA_SSL: 'true',
    KAFKA_SASL_MECHANISM: 'scram-sha-256',
    KAFKA_SASL_USERNAME: 'ann',
    KAFKA_SASL_PASSWORD: 'secret',
  });
  const sasl = { mechanism: 'scram-sha-256', username: 'ann', password: 'secret' };
  const safety = { replicationFactor: 3, minInsyncReplicas: 2, ssl: {}, sasl };
  const same = { brokers: ['kafka:9092'], ...safety, logger };
  expect(stated).toEqual({ ...same, topic: 'visits', partitions: 12, retentionHours: 24 });
  const deadLetters = { topic: 'visits-dead-letters', partitions: 1, retentionHours: 0 };
  expect(deadLetterOptions(stated)).toEqual({ ...same, ...deadLetters });
});

test('steps are for the topic of pings, which is created with the last number', () => {
  const stated = options({ KAFKA_PARTITIONS: '6,12@2026-12-01T00:00:00Z' });
  const steps = [
    { from: 0, partitions: 6 },
    { from: Date.UTC(2026, 11, 1), partitions: 12 },
  ];
  expect(stated).toMatchObject({ partitions: 12, steps });
  expect(deadLetterOptions(stated)).toMatchObject({ partitions: 1 });
  expect(deadLetterOptions(stated)).not.toHaveProperty('steps');
});

const sasl = { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'ann', KAFKA_SASL_PASSWORD: 'secret' };
const eachOther = 'KAFKA_SSL_CERT and KAFKA_SSL_KEY: each requires the other';
const mechanism = 'KAFKA_SASL_MECHANISM:';
const nobody = { KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_SASL_USERNAME: 'ann' };
const exceeds = 'KAFKA_MIN_INSYNC_REPLICAS: exceeds KAFKA_REPLICATION_FACTOR, so nothing could be written';
const gone = "ENOENT: no such file or directory, open '/nowhere.pem'";

test.each<[Record<string, string>, string]>([
  [{ KAFKA_SSL: 'true', KAFKA_SSL_CA: '/nowhere.pem' }, gone],
  [{ KAFKA_SSL: 'true', KAFKA_SSL_CA: 'package.json' }, 'no start line'],
  [{ KAFKA_SSL_CA: '/nowhere.pem' }, 'KAFKA_SSL_CA: has no effect without KAFKA_SSL=true'],
  [{ KAFKA_SSL: 'true', KAFKA_SSL_KEY: '/nowhere.pem' }, eachOther],
  [{ KAFKA_SASL_PASSWORD: 'secret' }, `${mechanism} required with a username or password`],
  [nobody, `${mechanism} requires KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD`],
  [sasl, `${mechanism} plain sends the password unencrypted, so it requires KAFKA_SSL=true`],
  [{ KAFKA_REPLICATION_FACTOR: '2', KAFKA_MIN_INSYNC_REPLICAS: '3' }, exceeds],
])('does not start with %j', (env, problem) => {
  expect(() => options(env)).toThrow(problem);
});
