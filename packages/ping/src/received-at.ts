import { isUuid7, timeInId } from './uuid7.ts';

const quote = 0x22;

/**
 * When ingest received the ping of a log message, milliseconds since 1970: the time in its id. The id is the first text of
 * the message, so nothing has to be parsed. Undefined when it is not.
 */
export function receivedAt(message: Buffer): number | undefined {
  const start = message.indexOf(quote) + 1;
  const id = message.toString('latin1', start, start + 36);
  return isUuid7(id) ? timeInId(id) : undefined;
}
