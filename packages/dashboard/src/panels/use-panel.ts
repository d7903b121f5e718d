import type { Report } from '../api/reports.ts';
import { type Loaded, useReport } from '../api/use-report.ts';
import { type Dimension, isChosen, toggled } from '../filters/filter.ts';
import { dayIn } from '../period/dates.ts';
import { periodText, resolve } from '../period/period.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import type { View } from '../url/view.ts';

/** A report of the view that is looked at. @param extra what it takes besides */
export function useViewReport<Data>(
  report: Report<Data>,
  extra?: Readonly<Record<string, string>>,
): Loaded<Data> {
  const { view, now } = useView();
  const { asked } = resolve(view.period, view.timezone, now);
  return useReport(report, questionOf(view, asked, extra), now, subjectOf(view, now, extra));
}

/**
 * What a report of the view is about, which stays the same while time moves on within the day, though the query may name the
 * present moment.
 */
export function subjectOf(view: View, now: number, extra?: Readonly<Record<string, string>>): string {
  return questionOf(view, { period: `${periodText(view.period)} on ${dayIn(view.timezone, now)}` }, extra);
}

/** Filters by a click on a value. */
export function useChoice() {
  const { view, change } = useView();
  return (...wanted: readonly (readonly [Dimension, string])[]) => ({
    chosen: wanted.every(([dimension, value]) => isChosen(view.filters, dimension, value)),
    onChoose: () => change({ filters: toggled(view.filters, wanted) }),
  });
}
