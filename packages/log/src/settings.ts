import { integer, secretFile } from '@tallyhouse/service';
import { z } from 'zod';
import { readPartitionSteps } from './partition-steps.ts';

/** `host:port,host:port` as a list; blanks and empty items are ignored. */
const brokers = z.string('is required: host:port, comma-separated').transform((text, ctx) => {
  const items = text.split(',').flatMap((item) => item.trim() || []);
  for (const item of items) if (!/^\S+:\d{1,5}$/.test(item)) ctx.addIssue(`${item} is not host:port`);
  if (items.length === 0) ctx.addIssue('host:port, comma-separated');
  return items;
});

/**
 * Settings of the log for the apps that run on Kafka; keys are environment variables. kafka/options.ts checks that they
 * fit together.
 */
export const kafkaSettings = {
  KAFKA_BROKERS: brokers,
  KAFKA_TOPIC: z
    .string()
    .regex(/^[\w.-]{1,200}$/, 'a name of letters, digits and . _ -')
    .default('pings'),
  KAFKA_PARTITIONS: z
    .string()
    .transform(readPartitionSteps)
    .default([{ from: 0, partitions: 6 }]),
  KAFKA_REPLICATION_FACTOR: integer(1, 100).optional(),
  KAFKA_MIN_INSYNC_REPLICAS: integer(1, 100).optional(),
  KAFKA_RETENTION_HOURS: integer(0, 1_000_000).default(168),
  KAFKA_SSL: z
    .enum(['true', 'false'], 'true or false')
    .transform((text) => text === 'true')
    .default(false),
  KAFKA_SSL_CA: z.string().optional(),
  KAFKA_SSL_CERT: z.string().optional(),
  KAFKA_SSL_KEY: z.string().optional(),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'], 'plain, scram-sha-256 or scram-sha-512')
    .optional(),
  KAFKA_SASL_USERNAME: z.string().optional(),
  KAFKA_SASL_PASSWORD: z.string().optional(),
  KAFKA_SASL_PASSWORD_FILE: secretFile(),
};
