import { type LogMessage, LogUnavailableError, type LogWriter } from '@tallyhouse/log';

/**
 * Gathers messages of many requests into few appends, because an append costs the log about the same for one
 * message as for hundreds. A batch leaves 5 ms after its first message or when it holds 500.
 *
 * Durability: `append` resolves only after the log acknowledged every one of its messages. It rejects when the log
 * refused, did not answer within 10 s, or when more than `maxBytes` are waiting and under way; then some messages
 * may be stored all the same, never the other way round.
 */
export interface AppendBuffer {
  /** @throws LogUnavailableError */
  append(messages: readonly LogMessage[]): Promise<void>;
  /** Bytes waiting and under way. */
  heldBytes(): number;
  /** Sends what waits, and waits for what is under way. */
  close(): Promise<void>;
}

export interface BufferLimits {
  lingerMs: number;
  maxMessages: number;
  maxBytes: number;
  ackTimeoutMs: number;
}

const defaultLimits: BufferLimits = {
  lingerMs: 5,
  maxMessages: 500,
  maxBytes: 64 * 1024 * 1024,
  ackTimeoutMs: 10_000,
};

/** What a message occupies besides its bytes: objects, key, its place in arrays. A guess on the safe side. */
const messageOverhead = 200;

interface Batch {
  messages: LogMessage[];
  bytes: number;
  leave: () => void;
  acknowledged: Promise<void>;
}

export function createAppendBuffer(writer: LogWriter, limits: Partial<BufferLimits> = {}): AppendBuffer {
  const { lingerMs, maxMessages, maxBytes, ackTimeoutMs } = { ...defaultLimits, ...limits };
  const inHand = new Set<Promise<void>>();
  let heldBytes = 0;
  let waiting: Batch | undefined;
  let timer: NodeJS.Timeout | undefined;

  function openBatch(): Batch {
    let leave = (): void => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const acknowledged = left.then(() => withinTime(store(batch), ackTimeoutMs));
    const batch: Batch = { messages: [], bytes: 0, leave, acknowledged };
    const settled = () => inHand.delete(acknowledged);
    acknowledged.then(settled, settled);
    inHand.add(acknowledged);
    timer = setTimeout(flush, lingerMs);
    return batch;
  }

  /** The memory of a batch is free only once the log is done with it, however long ago its senders gave up. */
  async function store(batch: Batch): Promise<void> {
    try {
      await writer.append(batch.messages);
    } finally {
      heldBytes -= batch.bytes;
    }
  }

  function flush(): void {
    clearTimeout(timer);
    waiting?.leave();
    waiting = undefined;
  }

  return {
    append(messages) {
      let bytes = 0;
      for (const { value } of messages) bytes += value.length + messageOverhead;
      if (heldBytes + bytes > maxBytes) {
        return Promise.reject(new LogUnavailableError('the buffer in front of the log is full'));
      }
      heldBytes += bytes;
      waiting ??= openBatch();
      const batch = waiting;
      for (const message of messages) batch.messages.push(message);
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

async function withinTime(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LogUnavailableError(`the log did not answer within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
