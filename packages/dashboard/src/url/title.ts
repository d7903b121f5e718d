import { useEffect } from 'preact/hooks';
import { spanName } from '../format/spans.ts';
import { dayIn } from '../period/dates.ts';
import { daysOf } from '../period/period.ts';
import { messages } from '../words/words.ts';
import { managed, type View } from './view.ts';

/** Names the view for the browser's tab, its history and bookmarks; afterwards the previous name is back. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** The view in words: `Funnel, The Slow Kitchen, last 30 days`. @param now milliseconds since 1970 */
export function titleOf(view: View, site: string, now: number): string {
  const shown = view.page ?? (view.report && messages.header.reportNames[view.report]);
  return [shown, site, !isTimeless(view) && periodName(view, now)].filter(Boolean).join(', ');
}

/** Whether the view is of no period. */
export const isTimeless = ({ page, report }: View) =>
  !page && ['realtime', 'wall', ...managed].some((one) => one === report);

/** `last 30 days`, or the days that were chosen. */
const periodName = (view: View, now: number) =>
  typeof view.period === 'string'
    ? messages.general.inText(messages.period.presets[view.period])
    : daysName(view, now);

/** The days of the period: `Nov 1 – 30`. */
export function daysName({ period, timezone }: View, now: number): string {
  const { first, last } = daysOf(period, dayIn(timezone, now));
  return spanName(Date.parse(first), Date.parse(last) + 86_400_000, 'UTC', now);
}
