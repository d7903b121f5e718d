import { isPing } from './codec.ts';
import { readOrigin } from './origin.ts';
import { isUuid7, timeInId } from './uuid7.ts';

const quote = 0x22;

/**
 * When ingest received a message of the log, milliseconds since 1970: the time in a ping's id, its first text, so nothing is parsed. The
 * ids of requests and of imported pings have other times, so theirs is read from `received_at`. Undefined when there is none.
 */
export function receivedAt(message: Buffer = Buffer.alloc(0)): number | undefined {
  const start = message.indexOf(quote) + 1;
  const id = message.toString('latin1', start, start + 36);
  return isPing(message) && isUuid7(id) ? timeInId(id) : readOrigin(message).receivedAt;
}
