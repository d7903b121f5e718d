import type { Consumer, EachBatchPayload } from 'kafkajs';
import { deliver } from '../deliver.ts';
import type { BatchControl, BatchHandler, LogReader } from '../log.ts';
import { pause } from '../pause.ts';
import { within } from '../within.ts';
import type { KafkaAdmin } from './admin.ts';
import { type KafkaOptions, kafkaClient } from './client.ts';
import { createHolds } from './holds.ts';
import { fetchLag } from './lag.ts';
import { type Fetched, type GivenUp, Lane } from './lane.ts';
import { createPlaces } from './places.ts';
import { teachPlainFetch } from './plain-fetch.ts';
import { commitFor } from './seek.ts';
import { fetchedOf } from './slices.ts';
import type { KafkaTopic } from './topic.ts';

/**
 * kafkajs fetches again only when every batch of the last fetch is taken, and only then does it heartbeat. So a batch for
 * which there is no room for longer than this stops nobody: its partition is paused, the others go on, and so does the
 * group. A consumer whose one shard is down would otherwise stand still, and be thrown out of its group.
 */
const patienceMs = 1000;
const retryMs = 1000;
const closeWaitMs = 4000;

/**
 * Reads for one group. A batch's end is committed after its handler resolved, so what a crash or a rebalance
 * interrupts comes again, here or at another member; nothing is left out.
 *
 * While a fetch is handled the next one comes (lane.ts). kafkajs then stands behind messages that nobody has handled. It
 * goes back to the last commit by itself in each rebalance; where it might not have, `isBehind` finds out.
 */
export function createKafkaReader(
  options: KafkaOptions,
  admin: KafkaAdmin,
  kafkaTopic: KafkaTopic,
  group: string,
): LogReader {
  teachPlainFetch();
  const { topic, logger } = options;
  const closing = new AbortController();
  const holds = createHolds();
  const lanes = new Map<number, Lane>();
  const busy = new Map<number, Promise<void>>();
  const givenUp = new Map<number, GivenUp>();
  const places = createPlaces(admin, topic, group, logger);
  let consumer: Consumer | undefined;
  let started: Promise<void> | undefined;
  let rebalances = 0;

  async function start(handler: BatchHandler, onFatal: (error: unknown) => void): Promise<void> {
    while (!closing.signal.aborted) {
      const starting = createConsumer(options, group, (partition) => {
        const lane = lanes.get(partition);
        if (lane) lane.adrift = true;
        places.outOfRange(partition);
      });
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

  /** Resolves when the next fetch may come, or after `patienceMs` with the partition paused until then. */
  async function takeBatch(from: Consumer, handler: BatchHandler, payload: EachBatchPayload): Promise<void> {
    const { partition, messages } = payload.batch;
    const hold = holds.get(partition);
    // It came from where we have left for another place.
    if (!hold || payload.isStale()) return;
    const fetched = fetchedOf(partition, messages);
    const lane = lanes.get(partition);
    if (closing.signal.aborted || (busy.has(partition) && !lane?.isContinuedBy(hold, fetched))) {
      // Fetched anew after a rebalance while there is still work on it: one at a time.
      const resume = payload.pause();
      void busy.get(partition)?.then(resume);
      return;
    }
    if (lane) {
      lane.readAhead(fetched);
    } else {
      if (isBehind(from, partition, fetched)) return;
      begin(from, handler, partition, new Lane(hold, fetched), fetched);
    }
    payload.resolveOffset(String(fetched.last));
    if (!lane) return;
    const { room } = lane;
    await pause(patienceMs, room);
    if (!room.aborted) room.addEventListener('abort', payload.pause());
  }

  /** Whether a fetch leaves out messages of a lane that was given up. Then reading goes back to them. */
  function isBehind(from: Consumer, partition: number, { first }: Fetched): boolean {
    const open = givenUp.get(partition);
    givenUp.delete(partition);
    if (!open || first <= open.committed || first > open.next) return false;
    from.seek({ topic, partition, offset: String(open.committed) });
    return true;
  }

  function begin(
    from: Consumer,
    handler: BatchHandler,
    partition: number,
    lane: Lane,
    fetched: Fetched,
  ): void {
    places.begin(partition);
    lanes.set(partition, lane);
    const over = handleLane(from, handler, lane, fetched)
      .catch((error: unknown) => {
        logger.error({ err: error, partition }, 'a batch was given up');
        return false;
      })
      .then((done) => {
        const { committed, next, adrift } = lane;
        if (!done && !adrift) givenUp.set(partition, { committed, next });
        lane.advance();
        lanes.delete(partition);
        busy.delete(partition);
      });
    busy.set(partition, over);
  }

  /** Handles one fetch after the other until none was read ahead. @returns false when it was given up */
  async function handleLane(
    from: Consumer,
    handler: BatchHandler,
    lane: Lane,
    first: Fetched,
  ): Promise<boolean> {
    const { hold } = lane;
    const joined = rebalances;
    const control: BatchControl = {
      // kafkajs does it by itself, because it never waits longer than `patienceMs` for us.
      heartbeat: async () => {},
      abandoned: () => hold.lost || closing.signal.aborted,
    };
    for (let fetched: Fetched | undefined = first; fetched; fetched = lane.advance()) {
      for (const batch of fetched.batches) {
        if (!(await deliver(batch, handler, control, logger, closing.signal))) return false;
        const { partition } = batch;
        const end = (batch.offsets.at(-1) ?? fetched.last) + 1n;
        if (!(await commit(from, lane, partition, end))) return false;
        // kafkajs has gone back to what was committed then.
        if (rebalances !== joined && !lane.adrift) from.seek({ topic, partition, offset: String(end) });
      }
    }
    return true;
  }

  /** @returns false when the partition was lost, or the reader closed: somebody reads these messages again */
  async function commit(from: Consumer, lane: Lane, partition: number, offset: bigint): Promise<boolean> {
    while (!lane.hold.lost) {
      if (lane.adrift) return true;
      try {
        const oldest = await places.madeAnew(partition);
        if (lane.hold.lost || lane.adrift) continue;
        if (oldest !== undefined) {
          lane.adrift = true;
          from.seek({ topic, partition, offset: String(oldest) });
          return true;
        }
        await from.commitOffsets([{ topic, partition, offset: String(offset) }]);
        lane.committed = offset;
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

function createConsumer(
  options: KafkaOptions,
  group: string,
  outOfRange: (partition: number) => void,
): Consumer {
  const client = kafkaClient(options, ({ namespace, log }) => {
    // There is no event for it.
    const { message, partition } = log;
    if (namespace !== 'ConsumerGroup' || !message.startsWith('Offset out of range, resetting')) return;
    if (typeof partition === 'number') outOfRange(partition);
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
