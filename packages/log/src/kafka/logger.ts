import type { Logger } from '@tallyhouse/service';
import { type LogEntry, type logCreator, logLevel } from 'kafkajs';
import { createRepeated } from './repeated.ts';

/** What happens whenever a broker starts, a group changes or a topic is new; kafkajs calls it an error and then mends it by itself. */
const everydayNoise =
  /does not host this topic|not the leader|topic creation errors|coordinator is loading|coordinator is not available|not the correct coordinator|rebalancing|not aware of this member|generation id|metadata is (stale|not loaded)/i;

/** A consumer that ends. Whoever has it hears of it by an event, with more of the reason, and tells. */
const crash = /^Crash: /;

const repeatMs = 10_000;

/**
 * kafkajs' log as lines of ours. What it calls an error is a warning here, because it tries again; when it gives up,
 * that reaches us as a rejection or a crash. A line that repeats within 10 s is left out: with the broker down there
 * would be some for every request.
 * @param onLog sees every entry as kafkajs made it
 */
export function kafkaLogger(logger: Logger, onLog: (entry: LogEntry) => void = () => {}): logCreator {
  const isRepeated = createRepeated(repeatMs);
  return () => (entry) => {
    onLog(entry);
    const { namespace, level, log } = entry;
    const { message, timestamp: _timestamp, logger: _logger, stack: _stack, ...about } = log;
    const error = typeof about['error'] === 'string' ? about['error'] : '';
    const worrying = level === logLevel.ERROR || level === logLevel.WARN;
    if (!worrying || crash.test(message) || everydayNoise.test(`${message} ${error}`)) {
      logger.debug({ from: namespace, ...about }, message);
    } else if (!isRepeated(`${namespace} ${message}`)) {
      logger.warn({ from: namespace, ...about }, message);
    }
  };
}
