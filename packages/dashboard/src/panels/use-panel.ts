import { type Account, type Granularity, pings, type Report } from '../api/reports.ts';
import { type Loaded, useReport } from '../api/use-report.ts';
import { type Dimension, isChosen, toggled } from '../filters/filter.ts';
import { goalText } from '../goal/goal.ts';
import { comparedBy, comparisonText } from '../period/comparison.ts';
import { dayIn } from '../period/dates.ts';
import { periodText, resolve } from '../period/period.ts';
import { type Extra, questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import type { View } from '../url/view.ts';
import type { ChangeOrder } from './change.tsx';

/** A report of the current view. */
export function useViewReport<Data>(report: Report<Data>, extra?: Extra): Loaded<Data> {
  const { view, now } = useView();
  const { asked } = resolve(view.period, view.timezone, now);
  return useReport(report, questionOf(view, asked, extra), now, subjectOf(view, now, extra));
}

/** What became of the pings of the view's period, whatever its filters: a dropped ping has no properties to filter by. */
export function useArrived(granularity: Granularity, later?: boolean): Loaded<Account> {
  const { view, now } = useView();
  const { asked } = resolve(view.period, view.timezone, now);
  const whole = { ...view, filters: [] };
  const extra = { granularity };
  return useReport(pings, questionOf(whole, asked, extra), now, subjectOf(whole, now, extra), later);
}

/** A list of the current view, whose rows are compared as the view is. @param order an order by change, which needs a comparison */
export function useComparedReport<Data>(
  report: Report<Data>,
  extra: Extra,
  order?: ChangeOrder,
): Loaded<Data> {
  const { view, now } = useView();
  const question = comparedQuestion(view, now, extra, order);
  return useReport(report, question.query, now, question.subject);
}

/** A compared list whose rows have conversions when a goal is chosen. */
export function useGoalReport<Data>(
  report: Report<Data>,
  extra: Extra = {},
  order?: ChangeOrder,
): Loaded<Data> {
  return useComparedReport(report, useGoal(extra), order);
}

/** Adds the goal that is chosen to the parameters of a report. */
export function useGoal(extra: Extra): Extra {
  const { goal } = useView().view;
  return goal ? { ...extra, goal: goalText(goal) } : extra;
}

/** How a list is asked for whose rows are compared as the view is, and what identifies it. */
export function comparedQuestion(view: View, now: number, extra: Extra, order: ChangeOrder) {
  const by = comparedBy(view.compare, view.period, view.timezone, now);
  const { asked } = by ?? resolve(view.period, view.timezone, now);
  const all = { ...extra, ...(by && order && { sort: order }) };
  return {
    query: questionOf(view, asked, { ...all, ...by?.parameters }),
    subject: subjectOf(view, now, { ...all, compare: comparisonText(view.compare) }),
  };
}

/**
 * Identifies a report of the view. It stays the same while time moves on within the day, although the query may contain the
 * current time.
 */
export function subjectOf(view: View, now: number, extra?: Extra): string {
  return questionOf(view, { period: `${periodText(view.period)} on ${dayIn(view.timezone, now)}` }, extra);
}

/** Filters by a value when it is clicked. */
export function useChoice() {
  const { view, change } = useView();
  return (...wanted: readonly (readonly [Dimension, string])[]) => ({
    chosen: wanted.every(([dimension, value]) => isChosen(view.filters, dimension, value)),
    onChoose: () => change({ filters: toggled(view.filters, wanted) }),
  });
}
