import { addMonths, type Days, daysFrom } from '../period/dates.ts';

export type CohortLength = 'day' | 'week' | 'month';

/** The API's limit. */
const mostCohorts = 60;

/** The days that cohorts can be shown of: the last months of a longer period, such as all time. */
export const cohortDays = ({ first, last }: Days): Days => {
  const earliest = addMonths(last, 1 - mostCohorts);
  return { first: first < earliest ? earliest : first, last };
};

/** The available lengths of cohorts for a period; the first is the default, with few enough columns to read. */
export function cohortLengths({ first, last }: Days): [CohortLength, ...CohortLength[]] {
  const days = daysFrom(first, last);
  if (days <= 14) return ['day', 'week', 'month'];
  // Weeks begin on Mondays, so a period overlaps up to one more than it is long.
  const weeks = days / 7 + 1 <= mostCohorts;
  if (days <= mostCohorts) return ['week', 'day', 'month'];
  if (days <= 180) return ['week', 'month'];
  return weeks ? ['month', 'week'] : ['month'];
}
