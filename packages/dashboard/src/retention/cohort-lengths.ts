import { type Days, daysFrom } from '../period/dates.ts';

export type CohortLength = 'day' | 'week' | 'month';

/** The API's limit. */
const mostCohorts = 60;

/**
 * The available lengths of cohorts for a period; the first is the default, with few enough columns to read. A period that is too long even
 * for months keeps them, and the API reports that.
 */
export function cohortLengths({ first, last }: Days): [CohortLength, ...CohortLength[]] {
  const days = daysFrom(first, last);
  if (days <= 14) return ['day', 'week', 'month'];
  // Weeks begin on Mondays, so a period overlaps up to one more than it is long.
  const weeks = days / 7 + 1 <= mostCohorts;
  if (days <= mostCohorts) return ['week', 'day', 'month'];
  if (days <= 180) return ['week', 'month'];
  return weeks ? ['month', 'week'] : ['month'];
}
