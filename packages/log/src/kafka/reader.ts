import { reasonOf } from '@tallyhouse/service';
import { type BatchHandler, type LogReader, LogUnavailableError } from '../log.ts';
import { pause } from '../pause.ts';
import { within } from '../within.ts';
import type { KafkaAdmin } from './admin.ts';
import type { KafkaOptions } from './client.ts';
import { isRefusal } from './crash.ts';
import { patchEndedFetches } from './ended-fetch.ts';
import { patchFilteredFetches } from './filtered-fetch.ts';
import { fetchLag } from './lag.ts';
import { createLogLimit } from './log-limit.ts';
import { type Failure, startMember } from './member.ts';
import { createOffsets } from './offsets.ts';
import { patchFetchResponses } from './plain-fetch.ts';
import { commitFor } from './seek.ts';
import type { KafkaTopic } from './topic.ts';

/** The pause before a new member doubles from the first to the longest, and is randomly shortened by up to a half. */
const firstPauseMs = 500;
const longestPauseMs = 5000;
/** After a member that read for this long, the pause starts over. */
const stableMs = 30_000;
/** How often the same failure is logged as a warning. */
const logEveryMs = 60_000;
const closeWaitMs = 4000;

/**
 * Reads for one group. A batch's end is committed after its handler resolved, so what a crash or a rebalance interrupts is redelivered,
 * here or to another member; nothing is skipped. While a fetch is handled the next one arrives (lane.ts), so kafkajs' position is ahead of
 * unhandled messages. In each rebalance kafkajs goes back to the last commit; `skipsUnhandled` (member.ts) detects when it did not. A
 * failed member of the group is replaced by a new one, again and again: after a pause, and once the handlers of the old one have ended.
 * Only when Kafka refuses us (crash.ts) does reading end permanently.
 */
export function createKafkaReader(
  options: KafkaOptions,
  admin: KafkaAdmin,
  kafkaTopic: KafkaTopic,
  group: string,
): LogReader {
  patchFetchResponses();
  patchFilteredFetches();
  patchEndedFetches();
  const { topic, logger } = options;
  const closing = new AbortController();
  const closed = new Promise<undefined>((resolve) => {
    closing.signal.addEventListener('abort', () => resolve(undefined));
  });
  const offsets = createOffsets(admin, topic, group, logger);
  const shouldLog = createLogLimit(logEveryMs);
  let reading: Promise<void> | undefined;
  let rebalances = 0;
  let rejoins = 0;
  /** Why nothing is read; undefined while reading works. */
  let trouble: string | undefined;

  async function read(handler: BatchHandler, onFatal: (error: unknown) => void): Promise<void> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const begun = performance.now();
      const failure = await beMember(handler);
      if (failure === undefined || closing.signal.aborted) return;
      const { crashed, error } = failure;
      trouble = reasonOf(error);
      if (crashed && isRefusal(error)) return onFatal(error);
      if (performance.now() - begun > stableMs) pauseMs = firstPauseMs;
      const waitMs = Math.round(pauseMs * (1 - Math.random() / 2));
      report(failure, waitMs);
      await pause(waitMs, closing.signal);
      if (closing.signal.aborted) return;
      rejoins++;
    }
  }

  function report({ crashed, error }: Failure, waitMs: number): void {
    const level = shouldLog(String(trouble)) ? 'warn' : 'debug';
    const event = crashed ? 'this member of the group has failed' : 'Kafka cannot be reached';
    logger[level]({ err: error, group, rejoins, waitMs }, `${event}; retrying: ${trouble}`);
  }

  /** @returns how it failed; undefined when the reader closed */
  async function beMember(handler: BatchHandler): Promise<Failure | undefined> {
    try {
      await kafkaTopic.ensure();
    } catch (error) {
      return { crashed: false, error };
    }
    if (closing.signal.aborted) return undefined;
    const onJoin = () => {
      rebalances++;
      trouble = undefined;
    };
    const { signal } = closing;
    const member = startMember({ options, group, offsets, handler, closing: signal, onJoin });
    const failure = await Promise.race([member.failed, closed]);
    if (failure) trouble = reasonOf(failure.error);
    // All its handlers end before the next member starts.
    await member.end().catch((error: unknown) => {
      logger.debug({ err: error, group }, 'could not leave the group cleanly');
    });
    return failure;
  }

  return {
    async consume(handler, onFatal) {
      if (reading) throw new Error('This reader is already consuming.');
      reading = read(handler, onFatal);
      reading.catch(onFatal);
    },
    lag: () => fetchLag(admin, topic, group),
    async check() {
      if (trouble !== undefined) throw new LogUnavailableError(`Cannot read from Kafka: ${trouble}`);
    },
    offsetResets: () => offsets.resets(),
    seek: (targets) => commitFor(options, group, targets),
    isConsumed: () => hasMembers(admin, group),
    rebalances: () => rebalances,
    rejoins: () => rejoins,
    async close() {
      closing.abort();
      // Leaving the group can take until a broker that is down times out.
      const left = reading ?? Promise.resolve();
      await within(closeWaitMs, 'Leaving the group timed out.', left).catch((error: unknown) => {
        logger.warn({ err: error, group }, 'could not close the reader cleanly');
      });
    },
  };
}

const askMs = 10_000;

/** Whether the group has members; a group that does not exist has none. @throws LogUnavailableError */
async function hasMembers(admin: KafkaAdmin, group: string): Promise<boolean> {
  const { groups } = await admin.ask(askMs, (asked) => asked.describeGroups([group]));
  return groups.some(({ members }) => members.length > 0);
}
