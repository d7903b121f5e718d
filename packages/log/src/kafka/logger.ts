import type { Logger } from '@tallyhouse/service';
import { type LogEntry, type logCreator, logLevel } from 'kafkajs';
import { createLogLimit } from './log-limit.ts';

/** Normal when a broker starts, a group changes or a topic is new; kafkajs calls it an error and then recovers by itself. */
const routine =
  /does not host this topic|not the leader|topic creation errors|coordinator is loading|coordinator is not available|not the correct coordinator|rebalancing|not aware of this member|generation id|metadata is (stale|not loaded)/i;

/** A consumer that ends. Its owner gets an event with more detail, and logs it. */
const crash = /^Crash: /;

const logEveryMs = 10_000;

/**
 * Writes kafkajs' log output through our logger. Its errors become warnings, because it retries; when it stops
 * retrying, we get a rejection or a crash. A line that repeats within 10 s is left out: with the broker down every
 * request would write some.
 * @param onLog receives every original entry
 */
export function kafkaLogger(logger: Logger, onLog: (entry: LogEntry) => void = () => {}): logCreator {
  const shouldLog = createLogLimit(logEveryMs);
  return () => (entry) => {
    onLog(entry);
    const { namespace, level, log } = entry;
    const { message, timestamp: _timestamp, logger: _logger, stack: _stack, ...about } = log;
    const error = typeof about['error'] === 'string' ? about['error'] : '';
    const worrying = level === logLevel.ERROR || level === logLevel.WARN;
    if (!worrying || crash.test(message) || routine.test(`${message} ${error}`)) {
      logger.debug({ from: namespace, ...about }, message);
    } else if (shouldLog(`${namespace} ${message}`)) {
      logger.warn({ from: namespace, ...about }, message);
    }
  };
}
