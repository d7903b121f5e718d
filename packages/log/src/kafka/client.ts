import type { Logger } from '@tallyhouse/service';
import { Kafka, type KafkaConfig } from 'kafkajs';
import { kafkaLogger } from './logger.ts';

export interface KafkaOptions {
  /** `host:port` of one broker or more. */
  brokers: string[];
  topic: string;
  /** For a topic that is created now; an existing one keeps its own number. */
  partitions: number;
  /** Copies of a topic that is created now; -1 (the default) leaves it to the broker. */
  replicationFactor?: number;
  clientId?: string;
  ssl?: NonNullable<KafkaConfig['ssl']>;
  sasl?: NonNullable<KafkaConfig['sasl']>;
  logger: Logger;
}

/** How long a broker may take to answer. kafkajs' own 30 s are longer than anybody waits for a 202. */
export const requestTimeoutMs = 5000;

/**
 * A client for one producer, one consumer or one admin. Never share one: kafkajs keeps a group's committed offsets per
 * client, and two consumers of a group on one client clear each other's.
 */
export function kafkaClient(options: KafkaOptions): Kafka {
  const { brokers, clientId = 'tallyhouse', ssl, sasl, logger } = options;
  return new Kafka({
    brokers,
    clientId,
    ...(ssl === undefined ? {} : { ssl }),
    ...(sasl === undefined ? {} : { sasl }),
    connectionTimeout: 1000,
    requestTimeout: requestTimeoutMs,
    // Few and short: whoever asks has retries of its own. With kafkajs' defaults a connect takes 9 s to fail.
    retry: { retries: 2, initialRetryTime: 100, maxRetryTime: 1000 },
    logCreator: kafkaLogger(logger),
  });
}
