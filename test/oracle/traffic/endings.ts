import type { PingRow } from '@tallyhouse/ping';
import type fc from 'fast-check';
import { day } from './moment.ts';
import type { Settling } from './planned.ts';
import { type Traffic, traffic } from './traffic.ts';

/** How the days of a traffic end: in one state for certain, or as drawn. */
export type Ending = 'settled' | 'changed' | 'live' | 'mixed' | 'planned';

/** How days are rebuilt after each batch, the last one first. */
const shares = {
  settled: ['all', 'none', 'none', 'none'],
  changed: ['none', 'all', 'none', 'none'],
  live: ['none', 'none', 'none', 'none'],
  mixed: ['every second day', 'none', 'none', 'none'],
} satisfies Record<Exclude<Ending, 'planned'>, Settling['shares']>;

/** A traffic whose days end this way. */
export function trafficEnding(ending: Ending): fc.Arbitrary<Traffic> {
  if (ending === 'planned') return traffic;
  return traffic
    .filter((one) => canEnd(ending, one))
    .map((one) => ({ ...one, settling: { ...one.settling, shares: shares[ending], neglected: false } }));
}

/** Whether a traffic has the pageviews that this ending needs. */
function canEnd(ending: Ending, { batches }: Traffic): boolean {
  const views = (some: readonly PingRow[]) => some.filter(({ event }) => event === '');
  const last = batches.at(-1) ?? [];
  const earlier = new Set(batches.slice(0, -1).flat());
  const dates = new Set(views(batches.flat()).map(({ pinged_at }) => Math.floor(pinged_at / day)));
  if (ending === 'changed') return earlier.size > 0 && views(last).some((ping) => !earlier.has(ping));
  if (ending === 'mixed') return [...dates].some((date) => dates.has(date + 1));
  return dates.size > 0;
}
