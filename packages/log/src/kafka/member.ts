import type { EachBatchPayload } from 'kafkajs';
import { deliver } from '../deliver.ts';
import type { BatchControl, BatchHandler } from '../log.ts';
import { Pace } from '../pace.ts';
import { pause } from '../pause.ts';
import { type KafkaOptions, kafkaClient } from './client.ts';
import { consumerSettings, patienceMs } from './consumer-settings.ts';
import { withCoordinatorsAnswer } from './crash.ts';
import { createHolds } from './holds.ts';
import { type DroppedLane, type Fetched, Lane } from './lane.ts';
import type { Offsets } from './offsets.ts';
import { fetchedOf } from './slices.ts';

const commitRetryMs = 1000;
/**
 * A member that cannot commit for this long, though it has its partitions, is replaced. When the group's coordinator moves and the new one
 * is still loading, kafkajs stays in the group and sends every commit to the old one, without end.
 */
const commitPatienceMs = 15_000;

export interface MemberDeps {
  options: KafkaOptions;
  group: string;
  offsets: Offsets;
  handler: BatchHandler;
  /** Aborted when the reader closes. */
  closing: AbortSignal;
  /** Partitions were assigned: it reads. */
  onJoin: () => void;
}

/** How a member ended by itself. */
export interface Failure {
  /** Whether it failed in the group. Otherwise it could not connect. */
  crashed: boolean;
  error: unknown;
}

/** One membership in the group, from its connection until it fails or the reader closes. It is never reused. */
export interface Member {
  /** Resolves when it has failed. */
  failed: Promise<Failure>;
  /**
   * Waits for running handlers and leaves the group. Batches that they finish are committed, unless the member has failed: then
   * the messages are redelivered.
   */
  end(): Promise<void>;
}

/** Connects, joins and reads. Nothing outlives `end()`: the next member starts at the group's last commit. */
export function startMember(deps: MemberDeps): Member {
  const { options, group, offsets, handler, closing, onJoin } = deps;
  const { topic, logger } = options;
  const holds = createHolds();
  const pace = new Pace();
  /** Partitions whose last fetch did not reach the end, unless they are paused. */
  const behind = new Set<number>();
  const lanes = new Map<number, Lane>();
  const busy = new Map<number, Promise<void>>();
  const dropped = new Map<number, DroppedLane>();
  let joins = 0;
  let crashed = false;
  /** The brokers' last response to the query for the group's coordinator. */
  let coordinatorsAnswer: string | undefined;

  const client = kafkaClient(options, ({ namespace, log }) => {
    // kafkajs emits no events for these.
    const { message, partition, error } = log;
    if (namespace === 'Consumer' && message.startsWith('Crash: ')) crash();
    if (namespace === 'Connection' && message.startsWith('Response GroupCoordinator('))
      coordinatorsAnswer = String(error);
    if (namespace !== 'ConsumerGroup' || !message.startsWith('Offset out of range, resetting')) return;
    if (typeof partition === 'number') invalidateOffsets(partition);
  });
  const consumer = client.consumer(consumerSettings(group));
  let fail: (failure: Failure) => void = () => {};
  const failed = new Promise<Failure>((resolve) => {
    fail = resolve;
  });
  const joining = join().catch((error: unknown) => fail({ crashed: false, error }));

  async function join(): Promise<void> {
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      joins++;
      coordinatorsAnswer = undefined;
      behind.clear();
      holds.assign(payload.memberId, payload.memberAssignment[topic] ?? []);
      onJoin();
    });
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      crash();
      fail({ crashed: true, error: withCoordinatorsAnswer(payload.error, coordinatorsAnswer) });
    });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      // The number of partitions whose fetches may wait at once; a further one waits for at most `patienceMs`. kafkajs starts each of
      // these workers after every fetch, even when it was empty.
      partitionsConsumedConcurrently: 64,
      eachBatch: takeBatch,
    });
  }

  /** Called before kafkajs leaves the group and stops: after that it drops commits silently. */
  function crash(): void {
    crashed = true;
    holds.loseAll();
  }

  function invalidateOffsets(partition: number): void {
    const lane = lanes.get(partition);
    if (lane) lane.offsetsInvalid = true;
    offsets.outOfRange(partition);
  }

  /** Resolves when the next fetch should come, or after `patienceMs` with the partition paused until then. */
  async function takeBatch(payload: EachBatchPayload): Promise<void> {
    const { partition, messages } = payload.batch;
    const hold = holds.get(partition);
    // Fetched before a seek or a rebalance.
    if (!hold || payload.isStale()) return;
    const fetched = fetchedOf(payload.batch);
    const lane = lanes.get(partition);
    if (closing.aborted || (busy.has(partition) && !lane?.isContinuedBy(hold, fetched))) {
      // Fetched again after a rebalance while the earlier fetch is still handled: one at a time.
      const resume = payload.pause();
      void busy.get(partition)?.then(resume);
      return;
    }
    if (lane) {
      lane.readAhead(fetched);
    } else {
      if (skipsUnhandled(partition, fetched)) return;
      begin(partition, new Lane(hold, fetched), fetched);
    }
    payload.resolveOffset(String(fetched.last));
    pace.begin(messages.length);
    if (fetched.last + 1n < BigInt(payload.batch.highWatermark)) behind.add(partition);
    else behind.delete(partition);
    // The next fetch waits, on all brokers until the same moment: then their batches begin together. A partition that is behind does not
    // wait, nor do partitions of the same fetch, because kafkajs fetches again only when all are taken.
    if (!lane) return pace.turn(() => behind.size > 0, closing);
    const { room } = lane;
    await pause(patienceMs, room);
    if (room.aborted) return;
    // Nobody fetches it until then, so the others keep their pace.
    behind.delete(partition);
    room.addEventListener('abort', payload.pause());
  }

  /** Whether a fetch skips messages of a dropped lane. If so, reading seeks back to them. */
  function skipsUnhandled(partition: number, { first }: Fetched): boolean {
    const open = dropped.get(partition);
    dropped.delete(partition);
    if (!open || first <= open.committed || first > open.next) return false;
    consumer.seek({ topic, partition, offset: String(open.committed) });
    return true;
  }

  function begin(partition: number, lane: Lane, fetched: Fetched): void {
    offsets.begin(partition);
    lanes.set(partition, lane);
    const over = handleLane(lane, fetched)
      .catch((error: unknown) => {
        // A failed member cannot seek.
        if (!crashed)
          logger.error({ err: error, partition }, 'a batch was dropped; its messages will be redelivered');
        return false;
      })
      .then((done) => {
        const { committed, next, offsetsInvalid } = lane;
        if (!done && !offsetsInvalid) dropped.set(partition, { committed, next });
        lane.advance();
        lanes.delete(partition);
        busy.delete(partition);
      });
    busy.set(partition, over);
  }

  /** Handles one fetch after the other until none was read ahead. @returns false when the lane was dropped */
  async function handleLane(lane: Lane, first: Fetched): Promise<boolean> {
    const { hold } = lane;
    const joined = joins;
    const control: BatchControl = {
      // kafkajs sends heartbeats by itself, because it never waits longer than `patienceMs` for us.
      heartbeat: async () => {},
      abandoned: () => hold.lost || closing.aborted,
    };
    for (let fetched: Fetched | undefined = first; fetched; fetched = lane.advance()) {
      for (const batch of fetched.batches) {
        const { partition, offsets: handled } = batch;
        if (handled.length > 0 && !(await deliver(batch, handler, control, logger, closing))) return false;
        // Markers of transactions that follow the last message are committed with it.
        const last = batch === fetched.batches.at(-1) ? undefined : handled.at(-1);
        const end = (last ?? fetched.last) + 1n;
        if (!(await commit(lane, partition, end))) return false;
        // The rebalance took kafkajs back to an earlier commit.
        if (joins !== joined && !lane.offsetsInvalid)
          consumer.seek({ topic, partition, offset: String(end) });
      }
    }
    return true;
  }

  /** @returns false when the partition was lost, the reader closed, or the member failed: another reader gets these messages */
  async function commit(lane: Lane, partition: number, offset: bigint): Promise<boolean> {
    const begun = performance.now();
    while (!lane.hold.lost) {
      if (lane.offsetsInvalid) return true;
      try {
        const oldest = await offsets.topicRecreated(partition);
        if (lane.hold.lost || lane.offsetsInvalid) continue;
        if (oldest !== undefined) {
          lane.offsetsInvalid = true;
          consumer.seek({ topic, partition, offset: String(oldest) });
          return true;
        }
        await consumer.commitOffsets([{ topic, partition, offset: String(offset) }]);
        // After a crash it resolves without having committed.
        if (crashed) return false;
        lane.committed = offset;
        offsets.reached(partition, offset);
        return true;
      } catch (error) {
        // A rebalance, or the coordinator moves. If the partition is still ours afterwards, the retry succeeds.
        logger.debug({ err: error, partition }, 'an offset could not be committed');
        if (closing.aborted) return false;
        if (performance.now() - begun > commitPatienceMs) {
          crash();
          fail({ crashed: true, error });
          return false;
        }
        await pause(commitRetryMs, closing);
      }
    }
    return false;
  }

  return {
    failed,
    async end() {
      // Before the consumer stops: afterwards kafkajs drops commits silently.
      await Promise.all(busy.values());
      await joining;
      await consumer.disconnect();
    },
  };
}
