import type { EachBatchPayload } from 'kafkajs';
import { deliver } from '../deliver.ts';
import type { BatchControl, BatchHandler } from '../log.ts';
import { pause } from '../pause.ts';
import { type KafkaOptions, kafkaClient } from './client.ts';
import { consumerSettings, patienceMs } from './consumer-settings.ts';
import { withCoordinatorsAnswer } from './crash.ts';
import { createHolds } from './holds.ts';
import { type Fetched, type GivenUp, Lane } from './lane.ts';
import type { Places } from './places.ts';
import { fetchedOf } from './slices.ts';

const commitRetryMs = 1000;

export interface MemberDeps {
  options: KafkaOptions;
  group: string;
  places: Places;
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

/** One membership in the group, from its connection until it fails or the reader closes. It is never used again. */
export interface Member {
  /** Resolves when it has failed; never while it reads. */
  failed: Promise<Failure>;
  /**
   * Waits for the handlers under way, and leaves the group. What they finish is committed, unless the member has failed:
   * then the messages come again.
   */
  end(): Promise<void>;
}

/** Connects, joins and reads. Nothing of it outlives `end()`: a next member begins at the group's last commit. */
export function startMember(deps: MemberDeps): Member {
  const { options, group, places, handler, closing, onJoin } = deps;
  const { topic, logger } = options;
  const holds = createHolds();
  const lanes = new Map<number, Lane>();
  const busy = new Map<number, Promise<void>>();
  const givenUp = new Map<number, GivenUp>();
  let joins = 0;
  let crashed = false;
  /** What the brokers said last when they were asked for the group's coordinator. */
  let coordinatorsAnswer: string | undefined;

  const client = kafkaClient(options, ({ namespace, log }) => {
    // There are no events for these.
    const { message, partition, error } = log;
    if (namespace === 'Consumer' && message.startsWith('Crash: ')) crash();
    if (namespace === 'Connection' && message.startsWith('Response GroupCoordinator('))
      coordinatorsAnswer = String(error);
    if (namespace !== 'ConsumerGroup' || !message.startsWith('Offset out of range, resetting')) return;
    if (typeof partition === 'number') adrift(partition);
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
      // More than a topic has partitions here: none waits for another's handler to begin.
      partitionsConsumedConcurrently: 256,
      eachBatch: takeBatch,
    });
  }

  /** Heard before kafkajs leaves the group and stops: from then on it drops commits without a word. */
  function crash(): void {
    crashed = true;
    holds.loseAll();
  }

  function adrift(partition: number): void {
    const lane = lanes.get(partition);
    if (lane) lane.adrift = true;
    places.outOfRange(partition);
  }

  /** Resolves when the next fetch may come, or after `patienceMs` with the partition paused until then. */
  async function takeBatch(payload: EachBatchPayload): Promise<void> {
    const { partition, messages } = payload.batch;
    const hold = holds.get(partition);
    // It came from where we have left for another place.
    if (!hold || payload.isStale()) return;
    const fetched = fetchedOf(partition, messages);
    const lane = lanes.get(partition);
    if (closing.aborted || (busy.has(partition) && !lane?.isContinuedBy(hold, fetched))) {
      // Fetched anew after a rebalance while there is still work on it: one at a time.
      const resume = payload.pause();
      void busy.get(partition)?.then(resume);
      return;
    }
    if (lane) {
      lane.readAhead(fetched);
    } else {
      if (isBehind(partition, fetched)) return;
      begin(partition, new Lane(hold, fetched), fetched);
    }
    payload.resolveOffset(String(fetched.last));
    if (!lane) return;
    const { room } = lane;
    await pause(patienceMs, room);
    if (!room.aborted) room.addEventListener('abort', payload.pause());
  }

  /** Whether a fetch leaves out messages of a lane that was given up. Then reading goes back to them. */
  function isBehind(partition: number, { first }: Fetched): boolean {
    const open = givenUp.get(partition);
    givenUp.delete(partition);
    if (!open || first <= open.committed || first > open.next) return false;
    consumer.seek({ topic, partition, offset: String(open.committed) });
    return true;
  }

  function begin(partition: number, lane: Lane, fetched: Fetched): void {
    places.begin(partition);
    lanes.set(partition, lane);
    const over = handleLane(lane, fetched)
      .catch((error: unknown) => {
        // A member that has failed cannot be told where to go on.
        if (!crashed) logger.error({ err: error, partition }, 'a batch was given up');
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
  async function handleLane(lane: Lane, first: Fetched): Promise<boolean> {
    const { hold } = lane;
    const joined = joins;
    const control: BatchControl = {
      // kafkajs does it by itself, because it never waits longer than `patienceMs` for us.
      heartbeat: async () => {},
      abandoned: () => hold.lost || closing.aborted,
    };
    for (let fetched: Fetched | undefined = first; fetched; fetched = lane.advance()) {
      for (const batch of fetched.batches) {
        if (!(await deliver(batch, handler, control, logger, closing))) return false;
        const { partition } = batch;
        const end = (batch.offsets.at(-1) ?? fetched.last) + 1n;
        if (!(await commit(lane, partition, end))) return false;
        // kafkajs has gone back to what was committed then.
        if (joins !== joined && !lane.adrift) consumer.seek({ topic, partition, offset: String(end) });
      }
    }
    return true;
  }

  /** @returns false when the partition was lost, or the reader closed: somebody reads these messages again */
  async function commit(lane: Lane, partition: number, offset: bigint): Promise<boolean> {
    while (!lane.hold.lost) {
      if (lane.adrift) return true;
      try {
        const oldest = await places.madeAnew(partition);
        if (lane.hold.lost || lane.adrift) continue;
        if (oldest !== undefined) {
          lane.adrift = true;
          consumer.seek({ topic, partition, offset: String(oldest) });
          return true;
        }
        await consumer.commitOffsets([{ topic, partition, offset: String(offset) }]);
        // It may have resolved for that alone.
        if (crashed) return false;
        lane.committed = offset;
        places.reached(partition, offset);
        return true;
      } catch (error) {
        // In the middle of a rebalance, or the coordinator moves. When the partition is ours afterwards it will succeed.
        logger.debug({ err: error, partition }, 'an offset could not be committed');
        if (closing.aborted) return false;
        await pause(commitRetryMs, closing);
      }
    }
    return false;
  }

  return {
    failed,
    async end() {
      // Before the consumer is stopped: afterwards kafkajs drops commits without a word.
      await Promise.all(busy.values());
      await joining;
      await consumer.disconnect();
    },
  };
}
