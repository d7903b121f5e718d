import { reasonOf } from '@tallyhouse/service';
import type { PartitionerArgs, Producer, RecordMetadata } from 'kafkajs';
import { type LogMessage, LogUnavailableError, type LogWriter } from '../log.ts';
import { pieces, refuseOversized } from '../message.ts';
import { targetPartition } from '../partition.ts';
import { stepsText } from '../partition-steps.ts';
import { pause } from '../pause.ts';
import { within } from '../within.ts';
import type { KafkaAdmin } from './admin.ts';
import { type KafkaOptions, kafkaClient, requestTimeoutMs } from './client.ts';
import { encodedBatch, patchProduceRequests } from './encoded-batch.ts';
import { errorType } from './error-type.ts';
import { createLogLimit } from './log-limit.ts';
import { encodeRecordBatch } from './record-batch.ts';
import type { KafkaTopic } from './topic.ts';

const sendMessages = 5000;
// The broker's limit, 1,048,588 bytes, is on what one request adds to a partition, each message's own frame included.
const sendBytes = 900_000;

const connectWaitMs = 2000;
const reconnectMs = 1000;
const checkMs = 1500;
/** A producer whose sends have failed for this long is replaced: kafkajs recovers from most failures, not from all. */
const replaceAfterMs = 10_000;
const logEveryMs = 30_000;
/** How often the topic is checked again while it lacks a partition. */
const lookEveryMs = 1000;

/** What one request adds to a partition. */
interface PartitionBatch {
  partition: number;
  piece: readonly LogMessage[];
}

interface Connection {
  producer: Producer;
  partitions: number;
  /** When it last accepted messages, or was created, by `performance.now()`: the clock may be set back. */
  workedAt: number;
}

/**
 * Appends to the topic. It connects in the background, so that a process can start and return 503 while Kafka is unreachable. Durability:
 * `acks=-1`, so a message is acknowledged once every in-sync replica has it. It survives the loss of all but one of them. Kafka does not
 * sync to disk before it acknowledges: with one replica a kill -9 of the broker loses nothing, a power cut may. For more, set
 * `replicationFactor` 3 and the broker's `min.insync.replicas` 2.
 */
export function createKafkaWriter(
  options: KafkaOptions,
  admin: KafkaAdmin,
  kafkaTopic: KafkaTopic,
): LogWriter {
  patchProduceRequests();
  const { topic, steps, logger } = options;
  const shouldLog = createLogLimit(logEveryMs);
  let away = 'Kafka does not answer yet.';
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  /** The number of partitions that the last connection found. */
  let found: number | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let connection = connectUntilClosed();

  async function connectUntilClosed(): Promise<Connection> {
    while (!closing.signal.aborted) {
      try {
        const partitions = await kafkaTopic.ensure();
        refuseOtherNumber(partitions);
        const producer = kafkaClient(options).producer({
          allowAutoTopicCreation: false,
          createPartitioner: () => statedPartition,
        });
        await producer.connect();
        found = partitions;
        return { producer, partitions, workedAt: performance.now() };
      } catch (error) {
        away = error instanceof LogUnavailableError ? error.message : reasonOf(error);
        if (shouldLog(away)) logger.error({ topic }, `cannot append to the log; retrying: ${away}`);
        await pause(reconnectMs, closing.signal);
      }
    }
    throw new LogUnavailableError('This writer is closed.');
  }

  /** With a number that is in no step, the partitions of earlier sessions are unknown. */
  function refuseOtherNumber(partitions: number): void {
    if (steps === undefined || steps.some((step) => step.partitions === partitions)) return;
    throw new LogUnavailableError(
      `The topic ${topic} has ${partitions} partitions, which is none of the numbers in KAFKA_PARTITIONS=${stepsText(steps)}. Correct KAFKA_PARTITIONS or KAFKA_TOPIC.`,
    );
  }

  /** The most partitions in the steps: a topic with this many has them all, which is clear without hashing a key. */
  const named = Math.max(0, ...(steps ?? []).map((step) => step.partitions));
  const lacks = (message: LogMessage, partitions: number) =>
    partitions < named && targetPartition(message, partitions, steps) >= partitions;

  /** Checks whether the topic has grown, and then replaces the producer: kafkajs checks only every few minutes. */
  function lookAgain(): void {
    if (performance.now() < lookedAt + lookEveryMs) return;
    lookedAt = performance.now();
    void connection
      .then(async (current) => {
        if ((await kafkaTopic.ensure()) !== current.partitions) replace(current);
      })
      .catch(() => {});
  }

  /** @returns the batches that were not acknowledged */
  async function send(producer: Producer, batches: readonly PartitionBatch[]): Promise<PartitionBatch[]> {
    const answer = await producer.send({
      topic,
      acks: -1,
      timeout: requestTimeoutMs,
      // Not compressed: gzip, the only codec in kafkajs, takes 3 µs a message here. To save disk, set the topic's
      // compression.type to gzip: then the broker compresses, and the reader understands that.
      messages: batches.map(({ partition, piece }) =>
        encodedBatch(partition, encodeRecordBatch(piece, Date.now())),
      ),
    });
    return batches.filter(({ partition }) => !acknowledges(answer, partition));
  }

  /**
   * Sends to all partitions at once, because kafkajs takes some 80 µs for a request. A partition that was skipped or refused, which happens
   * when its leader moves, is sent again separately: then kafkajs looks up the leader and retries.
   */
  async function sendTogether(producer: Producer, batches: readonly PartitionBatch[]): Promise<void> {
    const left = await send(producer, batches);
    const results = await Promise.allSettled(left.map((batch) => sendAlone(producer, batch)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async function sendAlone(producer: Producer, batch: PartitionBatch): Promise<void> {
    const [left] = await send(producer, [batch]);
    if (left) throw new LogUnavailableError(`Kafka did not acknowledge partition ${left.partition}.`);
  }

  async function sendAll(
    { producer, partitions }: Connection,
    messages: readonly LogMessage[],
  ): Promise<void> {
    const cuts = [
      ...pieces(messages, (message) => targetPartition(message, partitions, steps), sendMessages, sendBytes),
    ];
    const rounds = Math.max(...cuts.map(([, cut]) => cut.length));
    for (let round = 0; round < rounds; round++) {
      const batches = cuts.flatMap(([partition, cut]) => {
        const piece = cut[round];
        return piece === undefined ? [] : { partition, piece };
      });
      await sendTogether(producer, batches);
    }
  }

  async function append(messages: readonly LogMessage[]): Promise<void> {
    const connected = await within(connectWaitMs, () => away, connection);
    const { partitions } = connected;
    if (messages.some((message) => lacks(message, partitions))) {
      lookAgain();
      throw new LogUnavailableError(lackingText(partitions));
    }
    const sent = sendAll(connected, messages);
    try {
      await within(requestTimeoutMs, 'Kafka did not acknowledge in time.', sent);
      connected.workedAt = performance.now();
    } catch (error) {
      const type = errorType(error);
      const overdue = performance.now() - connected.workedAt > replaceAfterMs;
      // UNKNOWN_TOPIC_OR_PARTITION: the topic is gone or was recreated, so its number of partitions may have changed.
      if (type === 'UNKNOWN_TOPIC_OR_PARTITION' || overdue) replace(connected);
      if (type === 'MESSAGE_TOO_LARGE' || type === 'RECORD_LIST_TOO_LARGE') {
        if (messages.length > 1) {
          const half = messages.length >> 1;
          await append(messages.slice(0, half));
          return append(messages.slice(half));
        }
        const text = "A message is over the topic's max.message.bytes: raise it.";
        throw new LogUnavailableError(text, { cause: error });
      }
      if (error instanceof LogUnavailableError) throw error;
      throw new LogUnavailableError(`Kafka did not take the messages: ${reasonOf(error)}`, { cause: error });
    }
  }

  function replace(old: Connection): void {
    const previous = connection;
    connection = previous.then((current) => (current === old ? connectUntilClosed() : current));
    connection.catch(() => {});
    // It ends what it has begun.
    void Promise.allSettled(underWay)
      .then(() => old.producer.disconnect())
      .catch(() => {});
  }

  const lackingText = (partitions: number) =>
    `The topic ${topic} has ${partitions} partitions, fewer than KAFKA_PARTITIONS=${stepsText(steps ?? [])} needs. Run tallyhouse reshard run.`;

  connection.catch(() => {});
  return {
    async append(messages) {
      refuseOversized(messages);
      if (closing.signal.aborted) throw new LogUnavailableError('This writer is closed.');
      if (messages.length === 0) return;
      const appended = append(messages);
      underWay.add(appended);
      try {
        await appended;
      } finally {
        underWay.delete(appended);
      }
    },
    takes(message) {
      // Nothing is known before it is connected: then `append` reports it.
      if (found === undefined || !lacks(message, found)) return true;
      lookAgain();
      return false;
    },
    async check() {
      const { partitions } = await within(checkMs, () => away, connection);
      await admin.ask(checkMs, (asked) => asked.fetchTopicMetadata({ topics: [topic] }));
      const ahead = (steps ?? []).filter((step) => step.partitions > partitions);
      if (ahead.length > 0) lookAgain();
      if (ahead.some(({ from }) => from <= Date.now()))
        throw new LogUnavailableError(lackingText(partitions));
    },
    async close() {
      closing.abort();
      await Promise.allSettled(underWay);
      await connection.then(({ producer }) => producer.disconnect()).catch(() => {});
    },
  };
}

/** kafkajs calls the partitioner even for a message that states its partition. */
function statedPartition({ message }: PartitionerArgs): number {
  if (message.partition === undefined) throw new TypeError('A message without a partition.');
  return message.partition;
}

function acknowledges(answer: readonly RecordMetadata[], partition: number): boolean {
  const results = answer.filter((one) => one.partition === partition);
  return results.length > 0 && results.every(({ errorCode }) => errorCode === 0);
}
