import { day } from '../slack.ts';
import { changeRules } from '../tables.ts';
import { type Changes, changedAtOf, type Watermarks } from './trusted-days.ts';

/**
 * The days of a table that changed since they were settled, or never were: their starts, in any order.
 * @param causes each of them may make a day stale
 */
export function staleDays(
  { changes: rule, days: watermarks }: Watermarks,
  causes: readonly Changes[],
): number[] {
  const { daysAfter, reachesPresent } = changeRules[rule];
  return causes.flatMap((changes) => {
    let lastLateAt = 0;
    return daysTouched(changes, daysAfter).filter((at) => {
      lastLateAt = Math.max(lastLateAt, changes.days.get(at)?.lateAt ?? 0);
      const changedAt = Math.max(changedAtOf(at, daysAfter, changes), reachesPresent ? lastLateAt : 0);
      return changedAt >= (watermarks.get(at) ?? 0);
    });
  });
}

/** In order: the days of changed sessions and those after them, and the day before one whose first hour changed. */
function daysTouched({ days }: Changes, daysAfter: number): number[] {
  const touched = new Set<number>();
  for (const [at, { firstHoursChangedAt }] of days) {
    if (firstHoursChangedAt > 0) touched.add(at - day);
    for (let after = 0; after <= daysAfter; after++) touched.add(at + after * day);
  }
  return [...touched].sort((a, b) => a - b);
}
