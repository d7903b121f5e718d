import { overview, type VisitsRow } from '../api/reports.ts';
import { type Loaded, useReport } from '../api/use-report.ts';
import type { Filter } from '../filters/filter.ts';
import { goalText } from '../goal/goal.ts';
import { resolve } from '../period/period.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { subjectOf } from './use-panel.ts';

/** Visits of visitors who came for the first time, and of those who had come before. */
export function useVisitorTypes(): Loaded<VisitsRow[]> {
  const types = [useVisitsOf('new'), useVisitsOf('returning')];
  const answers = types.flatMap(({ answer }) => answer ?? []);
  const [first] = answers;
  return {
    answer:
      first && answers.length === types.length
        ? { data: answers.flatMap(({ data }) => data), meta: first.meta }
        : undefined,
    loading: types.some(({ loading }) => loading),
    problem: types.find(({ problem }) => problem !== undefined)?.problem,
    retry: () => {
      for (const { retry } of types) retry();
    },
  };
}

function useVisitsOf(value: string): Loaded<VisitsRow[]> {
  const { view, now } = useView();
  const filter: Filter = { dimension: 'visitor_type', operator: ':', values: [value] };
  const narrowed = { ...view, filters: [...view.filters, filter] };
  const extra = view.goal ? { goal: goalText(view.goal) } : {};
  const { asked } = resolve(view.period, view.timezone, now);
  const loaded = useReport(
    overview,
    questionOf(narrowed, asked, extra),
    now,
    subjectOf(narrowed, now, extra),
  );
  const { answer } = loaded;
  if (answer === undefined) return { ...loaded, answer };
  const { sessions, unique_visitors, bounce_rate, goals } = answer.data;
  const row = { value, visits: sessions, unique_visitors, bounce_rate, ...(goals && { goals }) };
  return { ...loaded, answer: { data: sessions > 0 ? [row] : [], meta: answer.meta } };
}
