import { type BatchHandler, type LogReader, LogUnavailableError } from '../log.ts';
import { pause } from '../pause.ts';
import { within } from '../within.ts';
import type { KafkaAdmin } from './admin.ts';
import type { KafkaOptions } from './client.ts';
import { isRefusal } from './crash.ts';
import { reasonOf } from './error-type.ts';
import { fetchLag } from './lag.ts';
import { type Failure, startMember } from './member.ts';
import { createPlaces } from './places.ts';
import { teachPlainFetch } from './plain-fetch.ts';
import { createRepeated } from './repeated.ts';
import { commitFor } from './seek.ts';
import type { KafkaTopic } from './topic.ts';

/** The pause before a new member doubles from the first to the longest, and is up to a half shorter by chance. */
const firstPauseMs = 500;
const longestPauseMs = 5000;
/** A member that read for this long was a good one: the pause after it is the first again. */
const soundMs = 30_000;
/** How often a reason for which nothing is read is warned of. */
const repeatMs = 60_000;
const closeWaitMs = 4000;

/**
 * Reads for one group. A batch's end is committed after its handler resolved, so what a crash or a rebalance
 * interrupts comes again, here or at another member; nothing is left out.
 *
 * While a fetch is handled the next one comes (lane.ts). kafkajs then stands behind messages that nobody has handled. It
 * goes back to the last commit by itself in each rebalance; where it might not have, `isBehind` (member.ts) finds out.
 *
 * A member of the group that fails is replaced by a new one, for as long as it takes: after a pause, and once the handlers
 * of the old one have ended. Only where Kafka refuses us (crash.ts) does reading end for good.
 */
export function createKafkaReader(
  options: KafkaOptions,
  admin: KafkaAdmin,
  kafkaTopic: KafkaTopic,
  group: string,
): LogReader {
  teachPlainFetch();
  const { topic, logger } = options;
  const closing = new AbortController();
  const closed = new Promise<undefined>((resolve) => {
    closing.signal.addEventListener('abort', () => resolve(undefined));
  });
  const places = createPlaces(admin, topic, group, logger);
  const isRepeated = createRepeated(repeatMs);
  let reading: Promise<void> | undefined;
  let rebalances = 0;
  let rejoins = 0;
  /** Why nothing is read; undefined while there is nothing to say. */
  let trouble: string | undefined;

  async function read(handler: BatchHandler, onFatal: (error: unknown) => void): Promise<void> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const begun = performance.now();
      const failure = await beMember(handler);
      if (failure === undefined || closing.signal.aborted) return;
      const { crashed, error } = failure;
      trouble = reasonOf(error);
      if (crashed && isRefusal(error)) return onFatal(error);
      if (performance.now() - begun > soundMs) pauseMs = firstPauseMs;
      const waitMs = Math.round(pauseMs * (1 - Math.random() / 2));
      tell(failure, waitMs);
      await pause(waitMs, closing.signal);
      if (closing.signal.aborted) return;
      rejoins++;
    }
  }

  function tell({ crashed, error }: Failure, waitMs: number): void {
    const level = isRepeated(String(trouble)) ? 'debug' : 'warn';
    const said = crashed ? 'this member of the group has failed' : 'Kafka cannot be reached';
    logger[level]({ err: error, group, rejoins, waitMs }, `${said}; trying again: ${trouble}`);
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
    const member = startMember({ options, group, places, handler, closing: signal, onJoin });
    const failure = await Promise.race([member.failed, closed]);
    if (failure) trouble = reasonOf(failure.error);
    // All that it has in hand ends before the next one begins.
    await member.end().catch((error: unknown) => {
      logger.debug({ err: error, group }, 'the group was not left cleanly');
    });
    return failure;
  }

  return {
    async consume(handler, onFatal) {
      if (reading) throw new Error('This reader consumes already.');
      reading = read(handler, onFatal);
      reading.catch(onFatal);
    },
    lag: () => fetchLag(admin, topic, group),
    async check() {
      if (trouble !== undefined) throw new LogUnavailableError(`Nothing is read from Kafka: ${trouble}`);
    },
    lostPlaces: () => places.lost(),
    seek: (places) => commitFor(options, group, places),
    rebalances: () => rebalances,
    rejoins: () => rejoins,
    async close() {
      closing.abort();
      // Leaving the group can take as long as a broker that is down takes to be given up.
      const left = reading ?? Promise.resolve();
      await within(closeWaitMs, 'The group could not be left.', left).catch((error: unknown) => {
        logger.warn({ err: error, group }, 'the reader was not closed cleanly');
      });
    },
  };
}
