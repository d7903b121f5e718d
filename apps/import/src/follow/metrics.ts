import { createTally, metersOf, type Registry } from '@tallyhouse/service';
import type { Counts } from '../summary.ts';

export interface FollowMetrics {
  /** @param seen.behind bytes that are not read yet @param seen.isAtEnd whether the last look read all lines that were there */
  see(seen: { behind: number; isAtEnd: boolean; counts: Counts }): void;
}

/** Metrics of an import that follows a file. */
export function createFollowMetrics(registry: Registry, clock: () => number): FollowMetrics {
  const meters = metersOf(registry);
  let bytesBehind = 0;
  let atEndAt = clock();
  const count = createTally(
    meters,
    'tallyhouse_import_lines_total',
    'Lines of the followed file by outcome. A line of a person may be a page view, too.',
    'outcome',
    'reason',
  );
  meters.scrapedGauge(
    'tallyhouse_import_behind_bytes',
    'Bytes of the followed file that are not read yet.',
    () => bytesBehind,
  );
  meters.scrapedGauge(
    'tallyhouse_import_lag_seconds',
    'Whole seconds since the followed file was last read to its end, and its lines were appended.',
    () => Math.floor(Math.max(clock() - atEndAt, 0) / 1000),
  );
  const seen: Partial<Record<string, number>> = {};
  /** Counts what came since. */
  const countTo = (outcome: string, reason: string, total: number) => {
    const name = `${outcome} ${reason}`;
    count(outcome, reason, total - (seen[name] ?? 0));
    seen[name] = total;
  };
  return {
    see({ behind, isAtEnd, counts }) {
      bytesBehind = behind;
      if (isAtEnd) atEndAt = clock();
      countTo('crawler', '', counts.crawls);
      countTo('person', '', counts.requests);
      countTo('unreadable', '', counts.unreadable);
      for (const kind of ['skipped', 'dropped'] as const)
        for (const [reason, total] of Object.entries(counts[kind])) countTo(kind, reason, total);
    },
  };
}
