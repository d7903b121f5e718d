import type { Report } from '../api/reports.ts';
import { type Loaded, useReport } from '../api/use-report.ts';
import { type Dimension, isChosen, toggled } from '../filters/filter.ts';
import { resolve } from '../period/period.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';

/** A report of the view that is looked at. @param extra what it takes besides */
export function useViewReport<Data>(
  report: Report<Data>,
  extra?: Readonly<Record<string, string>>,
): Loaded<Data> {
  const { view, now } = useView();
  return useReport(report, questionOf(view, resolve(view.period, view.timezone, now).asked, extra), now);
}

/** Filters by a click on a value. */
export function useChoice() {
  const { view, change } = useView();
  return (...wanted: readonly (readonly [Dimension, string])[]) => ({
    chosen: wanted.every(([dimension, value]) => isChosen(view.filters, dimension, value)),
    onChoose: () => change({ filters: toggled(view.filters, wanted) }),
  });
}
