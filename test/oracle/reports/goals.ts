import { type Conversion, conversionsOf, writtenGoal } from '../goal.ts';
import { percentage } from '../rounded.ts';
import { type ResolvedRequest, visitorsIn } from './report.ts';
import { revenueOf } from './revenue.ts';

/** The goals of a request, as in a report's rows; empty without goals. */
export function goalsOf(request: ResolvedRequest) {
  const known = request.goals.map((goal) => ({ goal, all: conversionsOf(goal, request) }));
  /** @param visitors of the row */
  return (belongs: (conversion: Conversion) => boolean, visitors: number) => {
    if (known.length === 0) return {};
    const goals = known.map(({ goal, all }) => {
      const own = all.filter(belongs);
      const converting = visitorsIn(own);
      return {
        goal: writtenGoal(goal),
        conversions: own.length,
        converting_visitors: converting,
        conversion_rate: percentage(converting, visitors),
        revenue: revenueOf(own.flatMap(({ event }) => event ?? [])),
      };
    });
    return { goals };
  };
}
