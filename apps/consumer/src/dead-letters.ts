/**
 * Messages that cannot be stored. They are kept twice: in a log of their own, from which they can be put back, and as rows
 * of the table `dead_letters`, which counts them. `add` resolves when both have them; only then is their batch committed.
 * If anything dies before that, the batch is delivered again and its messages are refused again: the log then has a letter
 * twice, the table once.
 */
import type { Servers } from '@tallyhouse/cluster';
import type { LogMessage, LogWriter } from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';
import { groupByServer } from './by-server.ts';
import type { DeadLetter } from './dead-letter.ts';
import { countDeadLetters } from './dead-letter-table.ts';

/** A message that ClickHouse refused, with its offset in the log. */
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
  servers: Pick<Servers, 'of'>,
  logger: Logger,
  clock: () => number,
): DeadLetters {
  return {
    async add(refused) {
      const now = clock();
      const letters = refused.map((message) => letterOf(message, now));
      await writer.append(letters.map(toMessage));
      for (const [server, own] of groupByServer(servers, letters)) {
        await server.ready();
        await countDeadLetters(server.client, own);
      }
      // Without the reason, which may quote the message.
      for (const { partition, offset } of letters) logger.error({ partition, offset }, 'dead letter');
    },
  };
}

function letterOf({ partition, offset, value, reason }: Refused, now: number): DeadLetter {
  return {
    partition,
    offset: String(offset),
    // Converted via bytes, so that a character cut in two becomes a valid one.
    reason: Buffer.from(reason.slice(0, longestReason)).toString(),
    refused_at: new Date(now).toISOString(),
    value: value.toString('base64'),
  };
}

/** The log accepts messages of 900,000 bytes (`maxMessageBytes`), and base64 adds a third to the refused one. */
const longestValue = 800_000;

/** Cuts longer messages: no row of ours is that long, and a foreign message must not block the partition. */
function toMessage(letter: DeadLetter): LogMessage {
  const { partition, offset, value } = letter;
  const kept = { ...letter, value: value.slice(0, longestValue) };
  return { key: `${partition}:${offset}`, value: Buffer.from(JSON.stringify(kept)) };
}
