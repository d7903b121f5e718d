import { createTally, Gauge, type Registry } from '@tallyhouse/service';
import type { Counts } from '../summary.ts';

export interface FollowMetrics {
  /** @param seen.behind bytes that are not read yet */
  see(seen: { behind: number; counts: Counts }): void;
}

/** Metrics of an import that follows a file. */
export function createFollowMetrics(registry: Registry, clock: () => number): FollowMetrics {
  const registers = [registry];
  let bytesBehind = 0;
  /** Since when there is something to read; undefined when there is nothing. */
  let behindSince: number | undefined;
  const count = createTally(
    {
      name: 'tallyhouse_import_lines_total',
      help: 'Lines of the followed file by outcome. A line of a person may be a page view, too.',
      registers,
    },
    'outcome',
    'reason',
  );
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge(
    'tallyhouse_import_behind_bytes',
    'Bytes of the followed file that are not read yet.',
    () => bytesBehind,
  );
  gauge(
    'tallyhouse_import_lag_seconds',
    'How long there have been bytes that are not read yet; 0 when all is read.',
    () => (behindSince === undefined ? 0 : (clock() - behindSince) / 1000),
  );
  const seen: Partial<Record<string, number>> = {};
  /** Counts what came since. */
  const countTo = (outcome: string, reason: string, total: number) => {
    const name = `${outcome} ${reason}`;
    count(outcome, reason, total - (seen[name] ?? 0));
    seen[name] = total;
  };
  return {
    see({ behind, counts }) {
      bytesBehind = behind;
      if (behind === 0) behindSince = undefined;
      else behindSince ??= clock();
      countTo('crawler', '', counts.crawls);
      countTo('person', '', counts.requests);
      countTo('unreadable', '', counts.unreadable);
      for (const kind of ['skipped', 'dropped'] as const)
        for (const [reason, total] of Object.entries(counts[kind])) countTo(kind, reason, total);
    },
  };
}
