const quote = 0x22;
const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * When ingest received the ping of a log message, milliseconds since 1970: the time in its id. The id is the first text of
 * the message, so nothing has to be parsed. Undefined when it is not.
 */
export function receivedAt(message: Buffer): number | undefined {
  const start = message.indexOf(quote) + 1;
  const id = message.toString('latin1', start, start + 36);
  return uuid7.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
}
