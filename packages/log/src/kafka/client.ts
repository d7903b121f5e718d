import type { Logger, Tls } from '@tallyhouse/service';
import { Kafka, type SASLOptions } from 'kafkajs';
import type { PartitionStep } from '../partition-steps.ts';
import { kafkaLogger } from './logger.ts';
import { patchRequestQueues } from './quiet-queue.ts';

export interface Sasl {
  mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  username: string;
  password: string;
}

export interface KafkaOptions {
  /** `host:port` of one or more brokers. */
  brokers: string[];
  topic: string;
  /** Used only when the topic is created, like the numbers of copies and hours; an existing topic keeps its own. */
  partitions: number;
  /** The number of partitions for sessions, by the time of their ids. Undefined: as many as the topic has. */
  steps?: readonly PartitionStep[];
  /** Copies of each message; the cluster's default when undefined. */
  replicationFactor?: number;
  /** Copies that acknowledge a message; the cluster's default when undefined. */
  minInsyncReplicas?: number;
  /** How long messages are kept, read or not; 0 for no limit. */
  retentionHours: number;
  /** Connects with TLS. */
  ssl?: Tls;
  sasl?: Sasl;
  logger: Logger;
}

/** How long a broker may take to respond. kafkajs' default of 30 s is longer than any sender waits for a 202. */
export const requestTimeoutMs = 5000;

/**
 * A client for one producer, one consumer or one admin. Never share one: kafkajs keeps a group's committed offsets per
 * client, and two consumers of a group on one client clear each other's.
 * @param onLog receives each entry of kafkajs' own log output before it is converted
 */
export function kafkaClient(
  { brokers, ssl, sasl, logger }: Pick<KafkaOptions, 'brokers' | 'ssl' | 'sasl' | 'logger'>,
  onLog?: Parameters<typeof kafkaLogger>[1],
): Kafka {
  patchRequestQueues();
  // Every client of kafkajs begins with the first address, and keeps it when it accepts connections but does not respond: a frozen
  // broker. A client that fails is replaced, and the next one may begin with another.
  const first = Math.floor(Math.random() * brokers.length);
  return new Kafka({
    brokers: [...brokers.slice(first), ...brokers.slice(0, first)],
    clientId: 'tallyhouse',
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
    ...(ssl && { ssl: { ...ssl, rejectUnauthorized: true } }),
    // kafkajs' type requires each mechanism separately.
    ...(sasl && { sasl: sasl as SASLOptions }),
    // A TLS handshake takes several round trips and some CPU time.
    connectionTimeout: ssl === undefined ? 1000 : 3000,
    authenticationTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    // Few and short, because callers retry themselves. With kafkajs' defaults a connect takes 9 s to fail.
    retry: { retries: 2, initialRetryTime: 100, maxRetryTime: 1000 },
    logCreator: kafkaLogger(logger, onLog),
  });
}
