import type { Logger } from '@tallyhouse/service';
import { Kafka, type SASLOptions } from 'kafkajs';
import { kafkaLogger } from './logger.ts';

/** PEM texts. Without `ca` Node's own authorities count; `cert` and `key` are the client's. */
export interface Tls {
  ca?: string;
  cert?: string;
  key?: string;
}

export interface Sasl {
  mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  username: string;
  password: string;
}

export interface KafkaOptions {
  /** `host:port` of one broker or more. */
  brokers: string[];
  topic: string;
  /** For a topic that is created now, like the next three; an existing one keeps its own. */
  partitions: number;
  /** Copies of each message; left to the cluster when it is not given. */
  replicationFactor?: number;
  /** Copies that acknowledge a message; left to the cluster when it is not given. */
  minInsyncReplicas?: number;
  /** How long messages are kept, read or not; 0 for ever. */
  retentionHours: number;
  /** Connects with TLS. */
  ssl?: Tls;
  /** Logs in. */
  sasl?: Sasl;
  logger: Logger;
}

/** How long a broker may take to answer. kafkajs' own 30 s are longer than anybody waits for a 202. */
export const requestTimeoutMs = 5000;

/**
 * A client for one producer, one consumer or one admin. Never share one: kafkajs keeps a group's committed offsets per
 * client, and two consumers of a group on one client clear each other's.
 * @param onLog sees each entry of kafkajs' own log, before it becomes one of ours
 */
export function kafkaClient(
  { brokers, ssl, sasl, logger }: Pick<KafkaOptions, 'brokers' | 'ssl' | 'sasl' | 'logger'>,
  onLog?: Parameters<typeof kafkaLogger>[1],
): Kafka {
  return new Kafka({
    brokers,
    clientId: 'tallyhouse',
    // Stated, so that NODE_TLS_REJECT_UNAUTHORIZED does not turn it off either.
    ...(ssl === undefined ? {} : { ssl: { ...ssl, rejectUnauthorized: true } }),
    ...(sasl === undefined ? {} : { sasl: saslOptions(sasl) }),
    // A TLS handshake takes several round trips and some computing.
    connectionTimeout: ssl === undefined ? 1000 : 3000,
    authenticationTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    // Few and short: whoever asks has retries of its own. With kafkajs' defaults a connect takes 9 s to fail.
    retry: { retries: 2, initialRetryTime: 100, maxRetryTime: 1000 },
    logCreator: kafkaLogger(logger, onLog),
  });
}

/** The same; kafkajs' type wants each mechanism by itself. */
function saslOptions({ mechanism, username, password }: Sasl): SASLOptions {
  switch (mechanism) {
    case 'plain':
      return { mechanism, username, password };
    case 'scram-sha-256':
      return { mechanism, username, password };
    case 'scram-sha-512':
      return { mechanism, username, password };
  }
}
