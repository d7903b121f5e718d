import type { ClickHouseClient } from '@clickhouse/client';
import { type Logger, repeated } from '@tallyhouse/service';
import { markGaps } from './gaps.ts';
import { markLateData } from './late-data.ts';
import { noteAlive } from './outages.ts';

interface MarkLoopOptions {
  /** How often to look, milliseconds. */
  lookMs?: number;
  /** Pause after work, as a multiple of its duration: a look for gaps reads the pings of five weeks. */
  pauseFactor?: number;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Resolves when the first database may be written to. Awaited before each look. */
  ready?: () => Promise<unknown>;
  /** Resolves when all may be read: without one of them, a day or an hour has too few pings. */
  allReady?: () => Promise<unknown>;
  /** For how many days raw pings are kept; 0 for all. */
  pingRetention?: (client: ClickHouseClient) => Promise<number>;
}

const day = 86_400_000;
const gapsMs = 600_000;

/**
 * Marks outages, hours without data and late data, until it is closed. Any number of processes may do so: each fact is marked once.
 * @param clients of the servers that have pings; the first has the annotations
 */
export function startMarkLoop(
  clients: readonly [ClickHouseClient, ...ClickHouseClient[]],
  logger: Logger,
  {
    lookMs = 30_000,
    pauseFactor = 20,
    clock = Date.now,
    ready,
    allReady,
    pingRetention = async () => 0,
  }: MarkLoopOptions = {},
): { close(): Promise<void> } {
  let lookedAt: number | undefined;
  const failed = (err: unknown) => logger.warn({ err }, 'could not look for annotations to make; retrying');
  const looks = repeated(
    async () => {
      const now = clock();
      await ready?.();
      const seen = await noteAlive(clients[0], now);
      // A consumer that was killed may have stored late data and not marked it, however long ago.
      lookedAt ??= Math.min(now, seen || now) - day;
      await allReady?.();
      // Inserts that began before the last look may have ended after it.
      const retentionDays = await pingRetention(clients[0]);
      await markLateData(clients, { since: lookedAt - 10 * lookMs, now, retentionDays });
      if (Math.floor(now / gapsMs) !== Math.floor(lookedAt / gapsMs)) await markGaps(clients, now);
      lookedAt = now;
    },
    { pauseAfter: (took) => Math.max(lookMs, pauseFactor * took), failed },
  );
  // A look and its pause may take longer than an outage.
  const beat = async () => void (lookedAt && (await noteAlive(clients[0], clock())));
  const beats = repeated(beat, { pauseAfter: () => lookMs, failed });
  return { close: async () => void (await Promise.all([looks.close(), beats.close()])) };
}
