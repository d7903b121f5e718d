/**
 * The log between ingest and the consumer: an ordered, durable list of messages in numbered partitions.
 * This port has two implementations, Kafka (kafka/) and an embedded one (embedded/); one contract test runs on both:
 * test/log/contract.test.ts.
 */

/** `key` chooses the partition: equal keys share one, so their messages keep their order. `value` is any bytes. */
export interface LogMessage {
  key: string;
  value: Buffer;
  /** Overrides the key's partition: for a message that returns to the partition of its session. */
  partition?: number;
}

/** Consecutive messages of one partition: from offset `first` up to, but excluding, `end`. */
export interface OffsetRange {
  partition: number;
  first: bigint;
  end: bigint;
}

/** Consecutive messages of one partition. */
export interface LogBatch {
  partition: number;
  /** The offset of each value; ascending, possibly with gaps (Kafka's transactions and compaction leave some). */
  offsets: bigint[];
  values: Buffer[];
}

/** What the reader passes to a batch's handler. */
export interface BatchControl {
  /** Keeps this reader's membership alive. A slow handler must call it every few seconds. */
  heartbeat(): Promise<void>;
  /** True once the partition belongs to another reader, or this one is closing: the handler should stop by throwing. */
  abandoned(): boolean;
}

/**
 * Resolves once every message of the batch is handled; only then is the batch's end committed. If it throws, the same
 * batch is retried after 250 ms, then after up to 5 s. When the reader was closed or has lost the partition, another
 * reader gets its messages, perhaps in batches with other bounds. A batch has at most 50,000 messages and 16 MiB.
 */
export type BatchHandler = (batch: LogBatch, control: BatchControl) => Promise<void>;

/** How far behind a reader's group is, in messages. */
export interface PartitionLag {
  partition: number;
  /** Offset after the last message in the log. */
  end: bigint;
  /** Offset after the last message committed by the group. */
  committed: bigint;
}

export interface LogWriter {
  /**
   * Appends messages; resolves only when all of them are durable (Kafka: acknowledged by all in-sync replicas;
   * embedded: synced to disk). When it rejects, some may be in the log nevertheless. It takes 7 s at most.
   * @throws LogUnavailableError when the log cannot take them now
   * @throws RangeError when one is over `maxMessageBytes`; then none was appended, and a retry is useless
   */
  append(messages: readonly LogMessage[]): Promise<void>;
  /**
   * Whether the log has the partition of a message. It lacks that of a session which begins after a step (KAFKA_PARTITIONS) while the
   * topic has not grown yet: `append` then refuses the message, and all that are appended with it.
   */
  takes(message: LogMessage): boolean;
  /** Resolves when the log can be reached, and has the partitions of all sessions that begin now. @throws LogUnavailableError */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface LogReader {
  /**
   * Starts to pass batches to the handler: one at a time for each partition, in order, beginning after the group's last commit (at the
   * log's oldest message when there is none). Resolves at once, even while the log is unreachable: reading starts, and resumes, as soon as
   * it can. `onFatal` is called when reading has ended permanently, because the log refuses this reader (its rights, its settings) or holds
   * messages that it cannot read; the process should then end too.
   */
  consume(handler: BatchHandler, onFatal: (error: unknown) => void): Promise<void>;
  /**
   * How often the committed offset of a partition no longer existed and this reader restarted at the oldest message:
   * messages had expired before they were handled, or Kafka's topic was deleted and recreated. Each reset is logged as
   * an error. The embedded log waits for its groups.
   */
  offsetResets(): number;
  /**
   * Resolves while it reads, or has not yet failed to start.
   * @throws LogUnavailableError with the reason why nothing is read: it keeps retrying, or has ended permanently
   */
  check(): Promise<void>;
  /** The group's distance from the log's end, for every partition. Works without `consume`. @throws LogUnavailableError */
  lag(): Promise<PartitionLag[]>;
  /**
   * Moves the group to these offsets, forwards or backwards; other partitions stay where they are. Call it only while
   * none of the group's readers consumes. @throws LogUnavailableError
   */
  seek(offsets: readonly { partition: number; offset: bigint }[]): Promise<void>;
  /** Whether a reader of the group, in any process, consumes now. @throws LogUnavailableError */
  isConsumed(): Promise<boolean>;
  /** How often partitions were reassigned to this reader. */
  rebalances(): number;
  /**
   * How often it rejoined the group after reading had failed or the log could not be reached. Always 0 with the
   * embedded log.
   */
  rejoins(): number;
  /** Stops. Running handlers see `abandoned()` and are awaited (Kafka: 4 s at most); what they still finish is committed. */
  close(): Promise<void>;
}

export interface Log {
  /** How many partitions it will ever have. Unset: there may be more at any time. */
  partitions?: number;
  writer(): LogWriter;
  /** @param group its readers share the partitions; each group reads everything. Another log may use the same name */
  reader(group: string): LogReader;
  /**
   * What was appended between two times, or from one time to the log's end: a range for each partition, empty where
   * nothing was appended, and no ranges when there is no such log. Times are those of Kafka's clock (of the writers' in a
   * topic whose message.timestamp.type is CreateTime), or of this machine; where that clock ran backwards, the range may
   * start late (embedded) or be too long (Kafka).
   * @param from milliseconds since 1970. Messages that retention removed are left out
   * @throws LogUnavailableError
   */
  offsetRanges(from: number, to?: number): Promise<OffsetRange[]>;
  /**
   * Passes the messages of the ranges to the handler, as a reader does: in order and one batch at a time for each partition, retrying a
   * batch until it is handled. It moves no group's commits, so no reader notices. Messages that retention removes meanwhile are left out.
   * @param signal ends it early; running handlers see `abandoned()` and are awaited
   * @returns whether everything was handled
   * @throws LogUnavailableError when the log is unreachable, or the error that ends reading permanently
   */
  read(ranges: readonly OffsetRange[], handler: BatchHandler, signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/** The log is unreachable, full or refuses to write: worth a retry. */
export class LogUnavailableError extends Error {
  override name = 'LogUnavailableError';
}
