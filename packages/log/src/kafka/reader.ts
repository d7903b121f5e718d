import type { Consumer, EachBatchPayload } from 'kafkajs';
import { deliver } from '../deliver.ts';
import type { BatchControl, BatchHandler, LogBatch, LogReader } from '../log.ts';
import { pause } from '../pause.ts';
import { within } from '../within.ts';
import type { KafkaAdmin } from './admin.ts';
import { type KafkaOptions, kafkaClient } from './client.ts';
import { createHolds } from './holds.ts';
import { fetchLag } from './lag.ts';
import { createPlaces, type Places } from './places.ts';
import { commitFor } from './seek.ts';
import { slices } from './slices.ts';
import type { KafkaTopic } from './topic.ts';

/**
 * kafkajs fetches again only when every batch of the last fetch is done, and only then does it heartbeat. So a batch
 * that takes longer than this is taken out of its hands: its partition is paused, the others go on, and so does the
 * group. A consumer whose one shard is down would otherwise stand still, and be thrown out of its group.
 */
const patienceMs = 1000;
const retryMs = 1000;
const closeWaitMs = 4000;

/**
 * Reads for one group. A batch's end is committed after its handler resolved, so what a crash or a rebalance
 * interrupts comes again, here or at another member; nothing is left out.
 */
export function createKafkaReader(
  options: KafkaOptions,
  admin: KafkaAdmin,
  kafkaTopic: KafkaTopic,
  group: string,
): LogReader {
  const { topic, logger } = options;
  const closing = new AbortController();
  const holds = createHolds();
  const busy = new Map<number, Promise<void>>();
  const places = createPlaces(admin, topic, group, logger);
  let consumer: Consumer | undefined;
  let started: Promise<void> | undefined;
  let rebalances = 0;

  async function start(handler: BatchHandler, onFatal: (error: unknown) => void): Promise<void> {
    while (!closing.signal.aborted) {
      const starting = createConsumer(options, group, places);
      starting.on(starting.events.GROUP_JOIN, ({ payload }) => {
        rebalances++;
        holds.assign(payload.memberId, payload.memberAssignment[topic] ?? []);
      });
      starting.on(starting.events.CRASH, ({ payload }) => {
        holds.loseAll();
        if (!payload.restart) onFatal(payload.error);
      });
      try {
        await kafkaTopic.ensure();
        if (closing.signal.aborted) return;
        await starting.connect();
        await starting.subscribe({ topic, fromBeginning: true });
        consumer = starting;
        await starting.run({
          autoCommit: false,
          eachBatchAutoResolve: false,
          // More than a topic has partitions here: none waits for another's handler to begin.
          partitionsConsumedConcurrently: 256,
          eachBatch: (fetched) => takeBatch(starting, handler, fetched),
        });
        return;
      } catch (error) {
        logger.warn({ err: error, group }, 'Kafka cannot be reached; trying again');
        await starting.disconnect().catch(() => {});
        await pause(retryMs, closing.signal);
      }
    }
  }

  /** Resolves when the batch is handled, or after `patienceMs` with the partition paused until it is. */
  async function takeBatch(from: Consumer, handler: BatchHandler, fetched: EachBatchPayload): Promise<void> {
    const { partition } = fetched.batch;
    const before = busy.get(partition);
    if (before || closing.signal.aborted) {
      // Fetched anew after a rebalance while its last batch is still being handled: one at a time.
      const resume = fetched.pause();
      void before?.then(resume);
      return;
    }
    places.begin(partition);
    const over = new AbortController();
    const handled = handleBatch(from, handler, fetched)
      // Nothing is lost by it: what is not resolved is fetched again.
      .catch((error: unknown) => logger.error({ err: error, partition }, 'a batch was given up'))
      .finally(() => {
        busy.delete(partition);
        over.abort();
      });
    busy.set(partition, handled);
    await pause(patienceMs, over.signal);
    if (!over.signal.aborted) void handled.then(fetched.pause());
  }

  async function handleBatch(
    from: Consumer,
    handler: BatchHandler,
    fetched: EachBatchPayload,
  ): Promise<void> {
    const { partition, messages } = fetched.batch;
    const hold = holds.get(partition);
    if (!hold) return;
    const control: BatchControl = {
      // kafkajs does it by itself, because it never waits longer than `patienceMs` for us.
      heartbeat: async () => {},
      abandoned: () => hold.lost || closing.signal.aborted,
    };
    for (const slice of slices(partition, messages)) {
      if (!(await deliver(slice, handler, control, logger, closing.signal))) return;
      if (hold.lost) return;
      const last = lastOffset(slice);
      if (!(await commit(from, partition, last + 1n, () => hold.lost))) return;
      fetched.resolveOffset(String(last));
    }
  }

  /** @returns false when that is not where to go on: the partition was lost, or the topic was made anew */
  async function commit(
    from: Consumer,
    partition: number,
    offset: bigint,
    lost: () => boolean,
  ): Promise<boolean> {
    while (!lost()) {
      try {
        const oldest = await places.madeAnew(partition);
        if (oldest !== undefined) {
          from.seek({ topic, partition, offset: String(oldest) });
          return false;
        }
        await from.commitOffsets([{ topic, partition, offset: String(offset) }]);
        places.reached(partition, offset);
        return true;
      } catch (error) {
        // In the middle of a rebalance, or the coordinator moves. When the partition is ours afterwards it will succeed.
        logger.debug({ err: error, partition }, 'an offset could not be committed');
        if (closing.signal.aborted) return false;
        await pause(retryMs, closing.signal);
      }
    }
    return false;
  }

  async function close(): Promise<void> {
    closing.abort();
    // Before the consumer is stopped: afterwards kafkajs drops commits without a word.
    await Promise.all(busy.values());
    await started;
    await consumer?.disconnect();
  }

  return {
    async consume(handler, onFatal) {
      if (started) throw new Error('This reader consumes already.');
      started = start(handler, onFatal);
      started.catch(onFatal);
    },
    lag: () => fetchLag(admin, topic, group),
    lostPlaces: () => places.lost(),
    seek: (places) => commitFor(options, group, places),
    rebalances: () => rebalances,
    async close() {
      // Leaving the group can take as long as a broker that is down takes to be given up.
      await within(closeWaitMs, 'The group could not be left.', close()).catch((error: unknown) => {
        logger.warn({ err: error, group }, 'the reader was not closed cleanly');
      });
    },
  };
}

function createConsumer(options: KafkaOptions, group: string, places: Places): Consumer {
  const client = kafkaClient(options, ({ namespace, log }) => {
    // There is no event for it.
    const { message, partition } = log;
    if (namespace !== 'ConsumerGroup' || !message.startsWith('Offset out of range, resetting')) return;
    if (typeof partition === 'number') places.outOfRange(partition);
  });
  return client.consumer({
    groupId: group,
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
    retry: { retries: 5, initialRetryTime: 300, maxRetryTime: 5000 },
  });
}

function lastOffset(batch: LogBatch): bigint {
  const last = batch.offsets.at(-1);
  if (last === undefined) throw new RangeError('An empty batch.');
  return last;
}
