import { ConfigError, type Logger, readTlsFiles, type Tls } from '@tallyhouse/service';
import { z } from 'zod';
import { kafkaSettings } from '../settings.ts';
import type { KafkaOptions, Sasl } from './client.ts';

const settings = z.object(kafkaSettings);
type KafkaConfig = z.output<typeof settings>;

/**
 * Builds Kafka's options and those of the topic of pings from the settings. Reads the certificate files.
 * @throws ConfigError that lists all settings that do not fit together, and files that cannot be read
 */
export function kafkaOptions(config: KafkaConfig, logger: Logger): KafkaOptions {
  const problems: string[] = [];
  const ssl = tlsOf(config, problems);
  const sasl = saslOf(config, problems);
  const copies = config.KAFKA_REPLICATION_FACTOR;
  const inSync = config.KAFKA_MIN_INSYNC_REPLICAS;
  if (copies !== undefined && inSync !== undefined && inSync > copies) {
    problems.push('KAFKA_MIN_INSYNC_REPLICAS: exceeds KAFKA_REPLICATION_FACTOR, so nothing could be written');
  }
  if (problems.length > 0) {
    throw new ConfigError(`Invalid settings:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
  const steps = config.KAFKA_PARTITIONS;
  return {
    brokers: config.KAFKA_BROKERS,
    topic: config.KAFKA_TOPIC,
    partitions: Math.max(...steps.map(({ partitions }) => partitions)),
    ...(steps.length > 1 && { steps }),
    retentionHours: config.KAFKA_RETENTION_HOURS,
    ...(copies === undefined ? {} : { replicationFactor: copies }),
    ...(inSync === undefined ? {} : { minInsyncReplicas: inSync }),
    ...(ssl === undefined ? {} : { ssl }),
    ...(sasl === undefined ? {} : { sasl }),
    logger,
  };
}

/** The same brokers with the topic of dead letters: one partition, kept without limit. */
export function deadLetterOptions(options: KafkaOptions): KafkaOptions {
  const { steps: _, ...others } = options;
  return { ...others, topic: `${options.topic}-dead-letters`, partitions: 1, retentionHours: 0 };
}

function tlsOf(config: KafkaConfig, problems: string[]): Tls | undefined {
  const { KAFKA_SSL: isOn, KAFKA_SSL_CA: ca, KAFKA_SSL_CERT: cert, KAFKA_SSL_KEY: key } = config;
  const unused = isOn ? undefined : 'has no effect without KAFKA_SSL=true';
  const tls = readTlsFiles('KAFKA_SSL', { ca, cert, key }, unused, problems);
  return isOn ? tls : undefined;
}

function saslOf(config: KafkaConfig, problems: string[]): Sasl | undefined {
  const { KAFKA_SASL_MECHANISM: mechanism } = config;
  const { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = config;
  if (mechanism === undefined) {
    if (username !== undefined || password !== undefined) {
      problems.push('KAFKA_SASL_MECHANISM: required with a username or password');
    }
    return undefined;
  }
  if (username === undefined || password === undefined) {
    problems.push('KAFKA_SASL_MECHANISM: requires KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD');
    return undefined;
  }
  if (mechanism === 'plain' && !config.KAFKA_SSL) {
    problems.push(
      'KAFKA_SASL_MECHANISM: plain sends the password unencrypted, so it requires KAFKA_SSL=true',
    );
  }
  return { mechanism, username, password };
}
