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
  KAFKA_BROKERS: brokers.describe("Kafka's bootstrap brokers: host:port, comma-separated."),
  KAFKA_TOPIC: z
    .string()
    .regex(/^[\w.-]{1,200}$/, 'a name of letters, digits and . _ -')
    .default('pings')
    .describe('The topic of the pings. Dead letters go to the topic <KAFKA_TOPIC>-dead-letters.'),
  KAFKA_PARTITIONS: z
    .string()
    .transform(readPartitionSteps)
    .default([{ from: 0, partitions: 6 }])
    .describe(
      'Partitions of the topic when it is created; an existing topic keeps its own. With steps, such as 6,12@2026-12-01T00:00:00Z, the sessions that begin at that time or later use that many.',
    ),
  KAFKA_REPLICATION_FACTOR: integer(1, 100)
    .optional()
    .describe("Copies of each message in topics that are created. Unset: the cluster's default."),
  KAFKA_MIN_INSYNC_REPLICAS: integer(1, 100)
    .optional()
    .describe(
      "Copies that must be written before a ping is accepted, in topics that are created. Unset: the cluster's default.",
    ),
  KAFKA_RETENTION_HOURS: integer(0, 1_000_000)
    .default(168)
    .describe('How long the topic of the pings keeps messages when it is created, read or not. 0: for ever.'),
  KAFKA_SSL: z
    .enum(['true', 'false'], 'true or false')
    .transform((text) => text === 'true')
    .default(false)
    .describe("Connect with TLS; the brokers' certificates and names are always verified."),
  KAFKA_SSL_CA: z
    .string()
    .optional()
    .describe(
      "PEM file of the authorities that may have signed the brokers' certificates. Unset: Node's own.",
    ),
  KAFKA_SSL_CERT: z.string().optional().describe("PEM file of the client's certificate, with KAFKA_SSL_KEY."),
  KAFKA_SSL_KEY: z.string().optional().describe("PEM file of the client certificate's private key."),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'], 'plain, scram-sha-256 or scram-sha-512')
    .optional()
    .describe('How to log in, with KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD. Unset: without.'),
  KAFKA_SASL_USERNAME: z.string().optional().describe('The user to log in as.'),
  KAFKA_SASL_PASSWORD: z.string().optional().describe("The user's password."),
  KAFKA_SASL_PASSWORD_FILE: secretFile('KAFKA_SASL_PASSWORD'),
};
