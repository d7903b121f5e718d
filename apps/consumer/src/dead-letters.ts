/**
 * Messages that cannot be stored. They are kept twice: in a log of their own, from where they can be put back,
 * and as rows of the table `dead_letters`, by which they are counted. `add` resolves when both have them; only then is
 * the batch that held them committed. Whatever dies before, the batch comes again and its messages are refused again:
 * then the log holds a letter twice, the table once.
 */
import type { ClickHouseClient } from '@clickhouse/client';
import type { LogMessage, LogWriter } from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';
import type { DeadLetter } from './dead-letter.ts';
import { countDeadLetters } from './dead-letter-table.ts';

/** A message that ClickHouse refused, and where it stood in the log. */
export interface Refused {
  partition: number;
  offset: bigint;
  value: Buffer;
  reason: string;
}

export interface DeadLetters {
  /** Resolves when the messages are durable in the log of dead letters and counted in the table. */
  add(refused: readonly Refused[]): Promise<void>;
}

const longestReason = 1000;

export function createDeadLetters(
  writer: LogWriter,
  clickhouse: ClickHouseClient,
  logger: Logger,
  clock: () => number,
): DeadLetters {
  return {
    async add(refused) {
      const now = clock();
      const letters = refused.map((message) => letterOf(message, now));
      await writer.append(letters.map(toMessage));
      await countDeadLetters(clickhouse, letters);
      for (const { partition, offset, reason } of letters)
        logger.error({ partition, offset, reason }, 'dead letter');
    },
  };
}

function letterOf({ partition, offset, value, reason }: Refused, now: number): DeadLetter {
  return {
    partition,
    offset: String(offset),
    // By way of bytes, so that a character cut in two becomes a valid one.
    reason: Buffer.from(reason.slice(0, longestReason)).toString(),
    refused_at: new Date(now).toISOString(),
    value: value.toString('base64'),
  };
}

/** The log takes messages of 900,000 bytes (`maxMessageBytes`), and base64 makes a third more of the refused one. */
const longestValue = 800_000;

/** A message too long for that is cut: no row of ours is, and what somebody else put there must not stop the partition. */
function toMessage(letter: DeadLetter): LogMessage {
  const { partition, offset, value } = letter;
  const kept = { ...letter, value: value.slice(0, longestValue) };
  return { key: `${partition}:${offset}`, value: Buffer.from(JSON.stringify(kept)) };
}
