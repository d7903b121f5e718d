/** Leaves out the cohorts before the first visitor, of whom nothing is known. A later one without visitors stays. */
export function sinceTheFirst<Cohort extends { visitors: number }>(cohorts: readonly Cohort[]): Cohort[] {
  const first = cohorts.findIndex(({ visitors }) => visitors > 0);
  return first === -1 ? [] : cohorts.slice(first);
}
