import type { ConsumerConfig } from 'kafkajs';

/**
 * kafkajs fetches and heartbeats again only when every batch of the last fetch is taken. So a partition whose batch has
 * to wait longer than this is paused, while the others and the group continue. Otherwise a consumer with one shard down
 * would stop, and be expelled from its group.
 */
export const patienceMs = 1000;

export function consumerSettings(groupId: string): ConsumerConfig {
  return {
    groupId,
    allowAutoTopicCreation: false,
    // How long a killed consumer's partitions stay idle; also the least that brokers allow by default. kafkajs heartbeats
    // at every fetch, and never waits longer than `patienceMs` for us, so this need not cover a handler's time.
    sessionTimeout: 6000,
    heartbeatInterval: 1000,
    // How long a rebalance waits for members that are gone. The others learn of it with their next heartbeat. Measured against the
    // defaults: docs/decisions/0010-kafka-for-real.md.
    rebalanceTimeout: 4000,
    // How soon partitions added to the topic are read.
    metadataMaxAge: 30_000,
    // The broker responds as soon as it has a message, at the latest after a second. The reader forms the batches by fetching in its
    // pace (../pace.ts). In silence, these fetches are the whole work of an idle consumer: 0.37 % of a core, 0.48 % with half a second
    // (`npm run bench -- --only idle --kafka`). Heartbeats go out with them, so a longer wait would make rebalances slower.
    minBytes: 1,
    maxWaitTimeInMs: 1000,
    maxBytesPerPartition: 16 * 1024 * 1024,
    maxBytes: 64 * 1024 * 1024,
    retry: {
      retries: 5,
      initialRetryTime: 300,
      maxRetryTime: 5000,
      // The reader restarts after every transient crash. kafkajs considers a missing coordinator permanent.
      restartOnFailure: async () => false,
    },
  };
}
