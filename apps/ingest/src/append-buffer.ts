import {
  type LogMessage,
  LogUnavailableError,
  type LogWriter,
  refuseOversized,
  within,
} from '@tallyhouse/log';

/**
 * Combines messages of many requests into few appends, because an append costs the log about the same for one message as for hundreds. A
 * request's messages leave at the end of its turn of the event loop when there are no other senders. In a stream of requests the first one
 * waits for others, half as long as the last append took and 5 ms at most, or until there are 500 messages: so a quick log responds
 * quickly, and a slow or busy one gets larger batches. Several appends may be under way. Durability: `append` resolves only after the log
 * has acknowledged all of its messages. It rejects when the log refused, did not respond within 10 s, or when the buffer holds more than
 * `maxBytes`; some of the messages may be stored nevertheless, never the reverse.
 */
export interface AppendBuffer {
  /** @throws LogUnavailableError, or RangeError when a message is too large for any log */
  append(messages: readonly LogMessage[]): Promise<void>;
  /** Bytes waiting or being appended. */
  heldBytes(): number;
  /** Sends waiting messages and awaits all appends. */
  close(): Promise<void>;
}

export interface BufferLimits {
  /** Longest time that a batch waits for more messages. */
  longestWaitMs: number;
  maxMessages: number;
  maxBytes: number;
  ackTimeoutMs: number;
}

const defaultLimits: BufferLimits = {
  longestWaitMs: 5,
  maxMessages: 500,
  maxBytes: 64 * 1024 * 1024,
  ackTimeoutMs: 10_000,
};

/**
 * A batch's wait for others, in durations of the last append. Counted from its first message, not from the last batch: senders that got
 * their responses together send again together, and belong in one batch.
 */
const waitFactor = 0.5;

/** Memory of a message besides its bytes: objects, key, array slots. A conservative estimate. */
const messageOverhead = 200;

interface Batch {
  messages: LogMessage[];
  requests: number;
  bytes: number;
  leave: () => void;
  acknowledged: Promise<void>;
}

export function createAppendBuffer(writer: LogWriter, limits: Partial<BufferLimits> = {}): AppendBuffer {
  const { longestWaitMs, maxMessages, maxBytes, ackTimeoutMs } = { ...defaultLimits, ...limits };
  const late = `the log did not answer within ${ackTimeoutMs} ms`;
  const inHand = new Set<Promise<void>>();
  let heldBytes = 0;
  let waiting: Batch | undefined;
  let departure: NodeJS.Timeout | undefined;
  let turnEnd: NodeJS.Immediate | undefined;
  let underWay = 0;
  /** How long the last append took, milliseconds. */
  let tookMs = 0;
  /** Requests in the latest batch. */
  let lastRequests = 0;

  /** How long a new batch waits for others, milliseconds. 0: until the end of the turn. */
  function waitMs(): number {
    const alone = underWay === 0 && lastRequests <= 1;
    return alone ? 0 : Math.min(tookMs * waitFactor, longestWaitMs);
  }

  function openBatch(): Batch {
    let leave = (): void => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const acknowledged = left.then(() => within(ackTimeoutMs, late, store(batch)));
    const batch: Batch = { messages: [], requests: 0, bytes: 0, leave, acknowledged };
    const settled = () => inHand.delete(acknowledged);
    acknowledged.then(settled, settled);
    inHand.add(acknowledged);
    const wait = waitMs();
    if (wait > 0) departure = setTimeout(flush, wait);
    else turnEnd = setImmediate(flush);
    return batch;
  }

  /** Frees the batch's memory only once the log is done with it, even if its senders gave up long before. */
  async function store(batch: Batch): Promise<void> {
    const began = performance.now();
    underWay++;
    try {
      await writer.append(batch.messages);
    } finally {
      underWay--;
      tookMs = performance.now() - began;
      heldBytes -= batch.bytes;
    }
  }

  function flush(): void {
    clearTimeout(departure);
    clearImmediate(turnEnd);
    if (waiting === undefined) return;
    lastRequests = waiting.requests;
    waiting.leave();
    waiting = undefined;
  }

  return {
    async append(messages) {
      let bytes = 0;
      for (const { value } of messages) bytes += value.length + messageOverhead;
      if (heldBytes + bytes > maxBytes) throw new LogUnavailableError('the buffer for the log is full');
      // Before it joins others, all of which the log would refuse with it. A sender may name a session of any time.
      refuseOversized(messages);
      if (messages.some((message) => !writer.takes(message)))
        throw new LogUnavailableError('the log lacks the partition of a session');
      heldBytes += bytes;
      waiting ??= openBatch();
      const batch = waiting;
      for (const message of messages) batch.messages.push(message);
      batch.requests++;
      batch.bytes += bytes;
      if (batch.messages.length >= maxMessages) flush();
      return batch.acknowledged;
    },
    heldBytes: () => heldBytes,
    async close() {
      flush();
      await Promise.allSettled(inHand);
    },
  };
}
