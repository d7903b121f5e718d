/** The state of days whose rows are on several shards, each of which is settled on its own. */

import { day } from '@tallyhouse/facts';
import { append, type DayRun, type DayState, type DayStates, inFewRuns } from './trusted-days.ts';

const byTrust: readonly DayState[] = ['settled', 'changed', 'live'];

/**
 * The days of all shards together: a day has its worst state, and sessions count as changed since the oldest watermark. A session that a
 * shard names as changed exists only on that shard.
 * @param shards the same range on each
 */
export function worstDays(shards: readonly DayStates[]): DayStates {
  const all = shards.flatMap((one) => one.runs);
  const bounds = [...new Set(all.flatMap(({ from, until }) => [from, until]))].sort((a, b) => a - b);
  const runs: DayRun[] = [];
  for (const [index, until] of bounds.slice(1).entries()) {
    const from = bounds[index] ?? until;
    const states = all.filter((run) => run.from < until && from < run.until);
    // No shard has rows between their runs.
    const worst = Math.max(0, ...states.map(({ state }) => byTrust.indexOf(state)));
    append(runs, { state: byTrust[worst] ?? 'live', from, until });
  }
  const fewer = inFewRuns(runs);
  if (fewer !== undefined) return { runs: fewer, changedSince: undefined };
  const changed = shards.filter(({ changedSince }) => changedSince !== undefined);
  if (changed.length === 0 || !runs.some(({ state }) => state === 'changed')) {
    return { runs, changedSince: undefined };
  }
  const named = changed.map(({ changedSessions }) => changedSessions);
  return {
    runs,
    changedSince: Math.min(...changed.map(({ changedSince = Number.POSITIVE_INFINITY }) => changedSince)),
    changedSessions: named.every((sessions) => sessions !== undefined) ? named.flat() : undefined,
  };
}

/** The same days, but these are live. @param days their starts, milliseconds since 1970 */
export function withLiveDays({ runs, ...rest }: DayStates, days: readonly number[]): DayStates {
  const parts: DayRun[] = [];
  for (const run of runs) {
    const inside = days.filter((at) => at >= run.from && at < run.until).sort((a, b) => a - b);
    let from = run.from;
    for (const at of inside) {
      append(parts, { state: run.state, from, until: at });
      append(parts, { state: 'live', from: at, until: at + day });
      from = at + day;
    }
    append(parts, { state: run.state, from, until: run.until });
  }
  return { runs: inFewRuns(parts) ?? parts, ...rest };
}
