import type { BatchHandler, LogReader, PartitionLag } from '@tallyhouse/log';
import { receivedAt } from '@tallyhouse/ping';
import type { Logger } from '@tallyhouse/service';

interface Lag {
  partition: number;
  messages: number;
  /** Age of the oldest message that is not handled; 0 when there is none. */
  seconds: number;
}

export interface LagMonitor {
  watch(handler: BatchHandler): BatchHandler;
  /** The lag of every partition; empty before the first sample and while the log cannot be reached. */
  lags(): Lag[];
  close(): void;
}

export interface LagMonitorDeps {
  reader: Pick<LogReader, 'lag'>;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Milliseconds between two samples. */
  everyMs?: number;
}

/** How long the last handled message shows the progress: between two batches of a backlog, not after a pause. */
const recentMs = 10_000;

interface Position {
  inHand?: { offset: bigint; receivedAt: number };
  /** The last handled message: when it was received, the offset after it, and when it was handled. */
  done?: { receivedAt: number; next: bigint; at: number };
}

interface Sample {
  lag: PartitionLag;
  /** Since when messages are waiting while the commit has not moved, or since the clock was set back. */
  behindSince: number;
}

/**
 * Measures lag in messages, by sampling the log every 5 s, and in seconds: the age of the message that this process is
 * handling. For a partition of another process it is the time for which messages have been waiting while the commit did
 * not move, so that a partition without a reader shows too.
 */
export function createLagMonitor({ reader, logger, clock, everyMs = 5000 }: LagMonitorDeps): LagMonitor {
  const positions = new Map<number, Position>();
  let samples = new Map<number, Sample>();
  let asking = false;

  async function ask(): Promise<void> {
    if (asking) return;
    asking = true;
    try {
      const lags = await reader.lag();
      samples = new Map(lags.map((lag) => [lag.partition, sampleOf(lag)]));
    } catch (error) {
      samples = new Map();
      logger.debug({ err: error }, 'could not read the lag');
    } finally {
      asking = false;
    }
  }

  function sampleOf(lag: PartitionLag): Sample {
    const before = samples.get(lag.partition);
    const stands = before && before.lag.committed === lag.committed && before.lag.end > lag.committed;
    return { lag, behindSince: stands ? Math.min(before.behindSince, clock()) : clock() };
  }

  function lagOf({ lag, behindSince }: Sample): Lag {
    const { partition, end, committed } = lag;
    const now = clock();
    const { inHand, done } = positions.get(partition) ?? {};
    const recent = done && Math.abs(now - done.at) < recentMs ? done : undefined;
    // The sample is older than the messages handled since.
    const reached = recent && recent.next > committed ? recent.next : committed;
    if (reached >= end) return { partition, messages: 0, seconds: 0 };
    const messages = Number(end - reached);
    // A commit beyond our message: the partition has moved to another process, which has made progress.
    if (inHand && committed <= inHand.offset) {
      return { partition, messages, seconds: secondsSince(inHand.receivedAt, now) };
    }
    return { partition, messages, seconds: secondsSince(recent?.receivedAt ?? behindSince, now) };
  }

  void ask();
  const timer = setInterval(() => void ask(), everyMs).unref();
  return {
    watch: (handler) => async (batch, control) => {
      const { partition, offsets, values } = batch;
      const now = clock();
      const offset = offsets[0] ?? 0n;
      positions.set(partition, { inHand: { offset, receivedAt: receivedAt(values[0]) ?? now } });
      try {
        await handler(batch, control);
        const next = (offsets.at(-1) ?? offset) + 1n;
        const done = { receivedAt: receivedAt(values.at(-1)) ?? now, next, at: clock() };
        positions.set(partition, { done });
      } catch (error) {
        if (control.abandoned()) positions.delete(partition);
        throw error;
      }
    },
    lags: () => [...samples.values()].map(lagOf),
    close: () => clearInterval(timer),
  };
}

function secondsSince(time: number, now: number): number {
  return Math.max(0, now - time) / 1000;
}
