import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Account, type Bucket, overTime } from '../api/reports.ts';
import { type Loaded, nothingYet, useReport } from '../api/use-report.ts';
import { anyEvent, type Goal, goalText } from '../goal/goal.ts';
import { dayIn } from '../period/dates.ts';
import { granularityOf, resolve } from '../period/period.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { subjectOf, useArrived } from './use-panel.ts';

/** The view in the buckets of its line, which several panels read: its numbers with those of these goals, and the received pings. */
interface OverTime {
  goal: string[];
  series: Loaded<Bucket[]>;
  account: Loaded<Account>;
}

const OverTimeContext = createContext<OverTime>({ goal: [], series: nothingYet, account: nothingYet });

/** Requests the view over time once for all panels in it. */
export function OverTimeSource({ children }: { children: ComponentChildren }) {
  const { view, now } = useView();
  const { page } = view;
  const granularity = granularityOf(view, now);
  const ofPage: Goal = page === undefined ? [] : [{ dimension: 'page', operator: ':', values: [page] }];
  const narrowed = { ...view, filters: [...view.filters, ...ofPage] };
  const goal = page === undefined ? [...(view.goal ? [view.goal] : []), anyEvent].map(goalText) : [];
  const { asked } = resolve(view.period, view.timezone, now);
  // The whole day, so that its line is as long as it is late.
  const shown = view.period === 'today' ? { ...asked, end: dayIn(view.timezone, now) } : asked;
  const wanted = { granularity, goal };
  const query = questionOf(narrowed, shown, wanted);
  const series = useReport(overTime, query, now, subjectOf(narrowed, now, wanted));
  const account = useArrived(granularity, true);
  return <OverTimeContext.Provider value={{ goal, series, account }}>{children}</OverTimeContext.Provider>;
}

export const useOverTime = () => useContext(OverTimeContext);
