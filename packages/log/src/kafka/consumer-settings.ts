import type { ConsumerConfig } from 'kafkajs';

/**
 * kafkajs fetches again only when every batch of the last fetch is taken, and only then does it heartbeat. So a batch for
 * which there is no room for longer than this stops nobody: its partition is paused, the others go on, and so does the
 * group. A consumer whose one shard is down would otherwise stand still, and be thrown out of its group.
 */
export const patienceMs = 1000;

export function consumerSettings(groupId: string): ConsumerConfig {
  return {
    groupId,
    allowAutoTopicCreation: false,
    // How long a killed consumer's partitions lie idle, and the least that brokers allow by default. kafkajs heartbeats
    // at every fetch, and never waits longer than `patienceMs` for us, so it is not a handler's time that this has to
    // cover.
    sessionTimeout: 6000,
    heartbeatInterval: 1000,
    // How long a change of the group waits for members that are gone. Those that are there hear of it with their next
    // heartbeat. Measured beside the defaults: docs/decisions/0010-kafka-for-real.md.
    rebalanceTimeout: 4000,
    // How soon partitions that were added to the topic are read.
    metadataMaxAge: 30_000,
    // The broker forms the batches: it answers when 1 MiB is there or after half a second.
    minBytes: 1024 * 1024,
    maxWaitTimeInMs: 500,
    maxBytesPerPartition: 16 * 1024 * 1024,
    maxBytes: 64 * 1024 * 1024,
    retry: {
      retries: 5,
      initialRetryTime: 300,
      maxRetryTime: 5000,
      // The reader does, after every crash that may pass. kafkajs takes a missing coordinator for the end.
      restartOnFailure: async () => false,
    },
  };
}
