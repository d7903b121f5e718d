import { breakdown, events, pages } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { subjectOf } from '../panels/use-panel.ts';
import { resolve } from '../period/period.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { isVisitDimension } from '../url/view.ts';
import type { Dimension } from './filter.ts';
import { useSettled } from './use-settled.ts';
import { valueName } from './words.ts';

/** A value of a dimension, and its name for readers. */
interface Suggestion {
  value: string;
  name: string;
}

/** The values of the period that contain a text, most frequent first, whatever the view's filters. */
export function useSuggestions(dimension: Dimension, text: string): readonly Suggestion[] {
  const { view, now } = useView();
  const part = useSettled(text.trim(), 200);
  // Readers type the names of these, not their codes. There are few.
  const isNamed = dimension === 'country' || dimension === 'device_type' || dimension === 'language';
  // The addresses that led to visits are those that led to pageviews from elsewhere.
  const by = dimension === 'referrer' ? 'entry_referrer' : dimension;
  const narrowed = {
    ...view,
    filters: part === '' || isNamed ? [] : [{ dimension: by, operator: '~' as const, values: [part] }],
  };
  const { asked } = resolve(view.period, view.timezone, now);
  const extra = { limit: isNamed ? '100' : '20' };
  const ofVisits = { ...extra, dimension: by };
  const ask = (wanted: boolean, more = {}) =>
    wanted ? questionOf(narrowed, asked, { ...extra, ...more }) : undefined;
  const subject = subjectOf(narrowed, now, ofVisits);
  const byVisits = useReport(breakdown, ask(isVisitDimension(by), ofVisits), 0, subject);
  const byPage = useReport(pages, ask(by === 'page'), 0, subject);
  const byEvent = useReport(events, ask(dimension === 'event'), 0, subject);

  if (dimension === 'visitor_type') return ['new', 'returning'].map(named(dimension));
  return [
    ...(byVisits.answer?.data ?? []).map(({ value }) => value),
    ...(byPage.answer?.data ?? []).map(({ page_path }) => page_path),
    ...(byEvent.answer?.data ?? []).map(({ event }) => event),
  ].map(named(dimension));
}

const named = (dimension: Dimension) => (value: string) => ({ value, name: valueName(dimension, value) });
