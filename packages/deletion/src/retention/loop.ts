import type { ClickHouseClient } from '@clickhouse/client';
import { singleServer } from '@tallyhouse/cluster';
import { type Logger, repeated } from '@tallyhouse/service';
import type { ListedSites } from '@tallyhouse/sites';
import { finishInterrupted, sayWhatIsLeft } from '../delete.ts';
import { DeletionRunsError, whileLocked } from '../lock.ts';
import { interrupted } from '../plan/plan.ts';
import type { Report } from '../report.ts';
import { serverTime } from '../servers.ts';
import { deleteExpired, firstKeptDay, type Kept, oldestDay, sitesWithOlder } from './retention.ts';

export interface RetentionOptions {
  /** How often to look, milliseconds. A look is a small query for each site with `retention_days`. */
  lookMs?: number;
  /** For how many days data of sites without `retention_days` is kept, including unlisted sites. 0 for no limit. */
  keptDays?: number;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Resolves when the database may be written to. Awaited before each look. */
  ready?: () => Promise<void>;
}

export interface RetentionLoop {
  /** A deletion in progress is finished by the next look, of any process. */
  close(): Promise<void>;
}

/**
 * Deletes data of sites older than their `retention_days`, until it is closed: each day, the newly expired day. It also finishes a deletion
 * whose command was killed. Any number of processes may do so: one deletes at a time.
 */
export function startRetentionLoop(
  client: ClickHouseClient,
  sites: () => ListedSites,
  logger: Logger,
  { lookMs = 3_600_000, keptDays = 0, clock = Date.now, ready = async () => {} }: RetentionOptions = {},
): RetentionLoop {
  const report: Report = {
    step: (text) => logger.debug({ step: text }, 'deleting'),
    show() {},
    say: (text) => logger.warn(text),
  };
  return repeated(look, {
    pauseAfter: () => lookMs,
    failed(error) {
      if (error instanceof DeletionRunsError) logger.debug('another process deletes');
      else logger.warn({ err: error }, 'could not remove data older than retention_days; retrying');
    },
  });

  async function look(signal: AbortSignal): Promise<void> {
    await ready();
    // A clock that is ahead must not delete what is to be kept: what has expired by both clocks goes.
    const now = Math.min(clock(), Date.parse(`${await serverTime(client)}Z`));
    const expired = await sitesWithExpired(now);
    if (expired.length === 0 && (await interrupted(client)) === undefined) return;
    await whileLocked(
      client,
      async () => {
        sayWhatIsLeft(await finishInterrupted(singleServer(client).all, report), report);
        for (const kept of expired) {
          await deleteExpired(client, kept, { now, report, signal });
          logger.info({ site: kept.site, retention_days: kept.days }, 'removed data that was too old');
        }
      },
      { waitMs: 0 },
    );
  }

  async function sitesWithExpired(now: number): Promise<Kept[]> {
    const found: Kept[] = [];
    for (const [site, { retention_days: days }] of sites().sites) {
      if (days === undefined) continue;
      const kept = { site, days };
      if ((await oldestDay(client, site, firstKeptDay(kept, now))) !== undefined) found.push(kept);
    }
    if (keptDays === 0) return found;
    const ofOthers = await sitesWithOlder(client, firstKeptDay({ days: keptDays }, now));
    const others = ofOthers.filter((site) => sites().sites.get(site)?.retention_days === undefined);
    return [...found, ...others.map((site) => ({ site, days: keptDays }))];
  }
}
