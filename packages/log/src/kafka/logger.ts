import type { Logger } from '@tallyhouse/service';
import { type logCreator, logLevel } from 'kafkajs';

/** What happens whenever a broker starts, a group changes or a topic is new; kafkajs calls it an error and then mends it by itself. */
const everydayNoise =
  /does not host this topic|not the leader|topic creation errors|coordinator is loading|coordinator is not available|not the correct coordinator|rebalancing|not aware of this member|generation id|metadata is (stale|not loaded)/i;

const repeatMs = 10_000;

/**
 * kafkajs' log as lines of ours. What it calls an error is a warning here, because it tries again; when it gives up,
 * that reaches us as a rejection or a crash. A line that repeats within 10 s is left out: with the broker down there
 * would be some for every request.
 */
export function kafkaLogger(logger: Logger): logCreator {
  const lastAt = new Map<string, number>();
  const isRepeated = (message: string) => {
    // Not told apart by a time to wait or a number of tries.
    const line = message.replace(/\d+/g, '0');
    const now = Date.now();
    for (const [old, at] of lastAt) if (now - at > repeatMs) lastAt.delete(old);
    if (lastAt.has(line)) return true;
    lastAt.set(line, now);
    return false;
  };
  return () =>
    ({ namespace, level, log }) => {
      const { message, timestamp: _timestamp, logger: _logger, stack: _stack, ...about } = log;
      const error = typeof about['error'] === 'string' ? about['error'] : '';
      const worrying = level === logLevel.ERROR || level === logLevel.WARN;
      if (!worrying || everydayNoise.test(`${message} ${error}`)) {
        logger.debug({ from: namespace, ...about }, message);
      } else if (!isRepeated(`${namespace} ${message}`)) {
        logger.warn({ from: namespace, ...about }, message);
      }
    };
}
