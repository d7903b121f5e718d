import type { LogMessage } from './log.ts';

/**
 * The largest key and value together, in bytes. A Kafka broker always refuses a request's batch over 1,048,588 bytes (`message.max.bytes`);
 * the embedded log has the same limit, so that what works on one machine works on many.
 */
export const maxMessageBytes = 900_000;

/** Size of a message in bytes, its key included. */
export function messageBytes(message: LogMessage): number {
  return message.value.length + Buffer.byteLength(message.key);
}

/** @throws RangeError when one of the messages is over `maxMessageBytes`: a retry is useless */
export function refuseOversized(messages: readonly LogMessage[]): void {
  for (const message of messages) {
    const bytes = messageBytes(message);
    if (bytes > maxMessageBytes) {
      throw new RangeError(`A message of ${bytes} bytes is over the log's limit of ${maxMessageBytes}.`);
    }
  }
}

/**
 * Groups messages by partition, keeps their order, and splits each group into pieces of at most `maxMessages` and,
 * unless a single message is larger, `maxBytes`.
 */
export function pieces(
  messages: readonly LogMessage[],
  partitionOfMessage: (message: LogMessage) => number,
  maxMessages: number,
  maxBytes: number,
): Map<number, LogMessage[][]> {
  const byPartition = new Map<number, LogMessage[][]>();
  const bytesOfLast = new Map<number, number>();
  for (const message of messages) {
    const partition = partitionOfMessage(message);
    const bytes = messageBytes(message);
    const cut = byPartition.get(partition) ?? [];
    const last = cut.at(-1);
    const filled = bytesOfLast.get(partition) ?? 0;
    if (last && last.length < maxMessages && filled + bytes <= maxBytes) {
      last.push(message);
      bytesOfLast.set(partition, filled + bytes);
    } else {
      cut.push([message]);
      bytesOfLast.set(partition, bytes);
      byPartition.set(partition, cut);
    }
  }
  return byPartition;
}
