import { type Account, type Granularity, insights, pings, type Report, type Span } from '../api/reports.ts';
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

/** A report of the view. @param parts what differs from the view @param later as in useReport */
export function useViewReport<Data>(
  report: Report<Data>,
  extra?: Extra,
  parts?: Partial<View>,
  later?: boolean,
): Loaded<Data> {
  const { view: whole, now } = useView();
  const view = { ...whole, ...parts };
  const { asked } = resolve(view.period, view.timezone, now);
  return useReport(report, questionOf(view, asked, extra), now, subjectOf(view, now, extra), later);
}

/** The account of the pings of the view's period, regardless of its filters: a dropped ping has no properties to filter by. */
export const useArrived = (granularity: Granularity, later?: boolean): Loaded<Account> =>
  useViewReport(pings, { granularity }, { filters: [] }, later);

/** A list of the current view, compared like the view. @param order an order by change, which needs a comparison */
export function useComparedReport<Data>(
  report: Report<Data>,
  extra: Extra,
  order?: ChangeOrder,
): Loaded<Data> {
  const { view, now } = useView();
  const question = comparedQuestion(view, now, extra, order);
  return useReport(report, question.query, now, question.subject);
}

/** The numbers of a view with their changes, when it compares any. */
export function useInsights(view: View) {
  const { now } = useView();
  const by = comparedBy(view.compare, view.period, view.timezone, now);
  const subject = subjectOf(view, now, { compare: comparisonText(view.compare) });
  const changes = useReport(insights, by && questionOf(view, by.asked, by.parameters), now, subject);
  const compared = changes.loading ? undefined : (changes.answer?.meta.compare ?? undefined);
  return { changes, compared, isCompared: by !== undefined };
}

/** A report of the compared time, which does not move on with the present. @param asked undefined requests nothing */
export function useBefore<Data>(report: Report<Data>, asked: Span | undefined, extra: Extra): Loaded<Data> {
  const { view, now } = useView();
  const subject = subjectOf(view, now, { ...extra, compare: comparisonText(view.compare) });
  return useReport(report, asked && questionOf(view, asked, extra), 0, subject);
}

/** A compared list with conversions when a goal is chosen. */
export function useGoalReport<Data>(
  report: Report<Data>,
  extra: Extra = {},
  order?: ChangeOrder,
): Loaded<Data> {
  return useComparedReport(report, useGoal(extra), order);
}

export function useGoal(extra: Extra): Extra {
  const { goal } = useView().view;
  return goal ? { ...extra, goal: goalText(goal) } : extra;
}

/** The request of a list that is compared like the view, and what identifies it. */
export function comparedQuestion(view: View, now: number, extra: Extra, order: ChangeOrder) {
  const by = comparedBy(view.compare, view.period, view.timezone, now);
  const { asked } = by ?? resolve(view.period, view.timezone, now);
  const all = { ...extra, ...(by && order && { sort: order }) };
  return {
    query: questionOf(view, asked, { ...all, ...by?.parameters }),
    subject: subjectOf(view, now, { ...all, compare: comparisonText(view.compare) }),
  };
}

/** Identifies a report of the view. It stays the same while time passes within the day, although the query may contain the current time. */
export function subjectOf(view: View, now: number, extra?: Extra): string {
  return questionOf(view, { period: `${periodText(view.period)} on ${dayIn(view.timezone, now)}` }, extra);
}

export function useChoice() {
  const { view, change } = useView();
  return (...wanted: readonly (readonly [Dimension, string])[]) => ({
    chosen: wanted.every(([dimension, value]) => isChosen(view.filters, dimension, value)),
    onChoose: () => change({ filters: toggled(view.filters, wanted) }),
  });
}
