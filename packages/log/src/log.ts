/**
 * The log between ingest and the consumer: an ordered, durable list of messages in numbered partitions.
 * Two implementations stand behind this port, Kafka (kafka/) and an embedded one (embedded/), and one contract
 * test runs on both: test/log/contract.test.ts.
 */

/** `key` chooses the partition: equal keys share one, so their messages keep their order. `value` is any bytes. */
export interface LogMessage {
  key: string;
  value: Buffer;
  /** Where it has to stand, whatever its key: for a message that is put back beside the others of its session. */
  partition?: number;
}

/** Messages of one partition that stand one after the other: from offset `first` up to, but without, `end`. */
export interface Stretch {
  partition: number;
  first: bigint;
  end: bigint;
}

/** Consecutive messages of one partition: `values[i]` stands at offset `firstOffset + i`, unless `offsets` says otherwise. */
export interface LogBatch {
  partition: number;
  /** Where each value stands; ascending, not always without gaps (Kafka's transactions and compaction leave some). */
  offsets: bigint[];
  values: Buffer[];
}

/** What the reader hands to a batch's handler. */
export interface BatchControl {
  /** Tells the log that this reader is alive. To be called every few seconds by a handler that takes long. */
  heartbeat(): Promise<void>;
  /** True once the partition belongs to another reader, or this one is closing: the handler should give up by throwing. */
  abandoned(): boolean;
}

/**
 * Resolves once every message of the batch is dealt with; only then is the batch's end committed. If it throws, the
 * very same batch comes again after 250 ms, then after up to 5 s; when the reader was closed or has lost the
 * partition, its messages come again at another one, in batches of other bounds perhaps. A batch has at most 50,000
 * messages and 16 MiB.
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
   * embedded: synced to disk). When it rejects, some may be in the log all the same. It takes 7 s at most.
   * @throws LogUnavailableError when the log cannot take them now
   * @throws RangeError when one is over `maxMessageBytes`; then none was appended, and trying again is of no use
   */
  append(messages: readonly LogMessage[]): Promise<void>;
  /** Resolves when the log can be reached. @throws LogUnavailableError */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface LogReader {
  /**
   * Starts to hand batches to the handler: one at a time for each partition, in order, beginning after the
   * group's last commit (at the log's oldest message when there is none). Resolves at once, also while the log
   * cannot be reached: reading begins when it can, and goes on when it can again.
   * `onFatal` is called when reading has ended for good, because the log refuses this reader (its rights, its settings) or
   * holds what it cannot read; the process should then end too.
   */
  consume(handler: BatchHandler, onFatal: (error: unknown) => void): Promise<void>;
  /**
   * How often, since this reader was made, the place where it was to go on was not in the log any more, and it went on at
   * a partition's oldest message instead: messages had expired before they were handled, or Kafka's topic was deleted and
   * made anew. Each time there is an error in the log. Always 0 with the embedded log, which waits for its groups.
   */
  lostPlaces(): number;
  /**
   * Resolves while it reads, and while it has not failed yet to begin. @throws LogUnavailableError with the reason for which
   * nothing is read: it goes on trying, or has ended for good
   */
  check(): Promise<void>;
  /** Distance of the group to the log's end, for every partition. Works without `consume`. @throws LogUnavailableError */
  lag(): Promise<PartitionLag[]>;
  /**
   * Has the group go on at these offsets, forwards or backwards; partitions that are not named stay where they are. Only
   * while none of its readers consumes. @throws LogUnavailableError
   */
  seek(places: readonly { partition: number; offset: bigint }[]): Promise<void>;
  /** How often this reader was given partitions anew, since it was made. */
  rebalances(): number;
  /**
   * How often it tried to begin again, after reading had failed or the log could not be reached. Always 0 with the
   * embedded log.
   */
  rejoins(): number;
  /** Stops; handlers under way see `abandoned()` and are waited for (Kafka: 4 s at most). What they still finish is committed. */
  close(): Promise<void>;
}

export interface Log {
  writer(): LogWriter;
  /** @param group its readers share the partitions; each group of a log reads everything. Another log may have one of the same name */
  reader(group: string): LogReader;
  /**
   * What was appended from one time on, up to another or the log's present end: a stretch for each partition, empty where
   * there is nothing, and none at all when there is no such log. By Kafka's clock (by the writers' in a topic whose
   * message.timestamp.type is CreateTime), or by that of this machine; where it ran backwards, the stretch may begin late
   * (embedded) or be too long (Kafka).
   * @param from milliseconds since 1970. What retention removed is left out
   * @throws LogUnavailableError
   */
  stretches(from: number, to?: number): Promise<Stretch[]>;
  /**
   * Hands the messages of the stretches to the handler, as a reader does: in order and one batch at a time for each
   * partition, the same batch again until it is handled. No group's commits move, so no reader notices. Messages that
   * retention removes meanwhile are left out.
   * @param signal ends it early; handlers under way see `abandoned()` and are waited for
   * @returns whether everything was handled
   * @throws LogUnavailableError when the log cannot be reached, and what reading for good ends with
   */
  read(stretches: readonly Stretch[], handler: BatchHandler, signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/** The log cannot be reached, is full or refuses to write: worth trying again. */
export class LogUnavailableError extends Error {
  override name = 'LogUnavailableError';
}
