import type { Cohort } from '../api/reports.ts';
import { addDays, addMonths, type Day } from '../period/dates.ts';
import type { CohortLength } from './cohort-lengths.ts';

/** The counts of a cohort, each with whether its day, week or month ended within the period. */
export interface Returns {
  cohort: Day;
  visitors: number;
  returned: readonly { count: number; isComplete: boolean }[];
}

/** @param end the first day that is not wholly in the period */
export const returnsOf = (
  { cohort, visitors, returned }: Cohort,
  length: CohortLength,
  end: Day,
): Returns => ({
  cohort,
  visitors,
  returned: returned.map((count, index) => ({
    count,
    isComplete: laterBy(cohort, length, index + 1) <= end,
  })),
});

function laterBy(day: Day, length: CohortLength, count: number): Day {
  return length === 'month' ? addMonths(day, count) : addDays(day, count * (length === 'week' ? 7 : 1));
}

/** The shares of all visitors who returned in each period, over the cohorts whose count is complete. */
export function averages(cohorts: readonly Returns[]): (number | undefined)[] {
  const most = Math.max(0, ...cohorts.map(({ returned }) => returned.length));
  return Array.from({ length: most }, (_, index) => {
    const complete = cohorts.filter(({ returned }) => returned[index]?.isComplete);
    const visitors = complete.reduce((sum, one) => sum + one.visitors, 0);
    const count = complete.reduce((sum, { returned }) => sum + (returned[index]?.count ?? 0), 0);
    return visitors === 0 ? undefined : count / visitors;
  });
}
