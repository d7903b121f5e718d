import type { LogBatch, LogWriter } from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';

/** Messages that cannot be stored, kept in a log of their own with the reason, to be mended and put back. */
export interface DeadLetters {
  /** Resolves when the batch's messages are durable there. */
  add(batch: LogBatch, reason: string): Promise<void>;
}

/** A dead letter's value is JSON: where the message stood, why and when it was refused, and its bytes in base64. */
export function createDeadLetters(writer: LogWriter, logger: Logger, clock: () => number): DeadLetters {
  return {
    async add({ partition, offsets, values }, reason) {
      const messages = values.map((value, index) => {
        const letter = {
          partition,
          offset: String(offsets[index]),
          reason: reason.slice(0, 1000),
          refused_at: new Date(clock()).toISOString(),
          value: value.toString('base64'),
        };
        return { key: `${partition}:${letter.offset}`, value: Buffer.from(JSON.stringify(letter)) };
      });
      await writer.append(messages);
      logger.error(
        { partition, first: String(offsets[0]), messages: messages.length, reason },
        'dead letter',
      );
    },
  };
}
