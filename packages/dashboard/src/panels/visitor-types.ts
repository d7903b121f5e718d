import { overview, type VisitsRow } from '../api/reports.ts';
import type { Loaded } from '../api/use-report.ts';
import type { Filter } from '../filters/filter.ts';
import { useView } from '../url/use-view.ts';
import { useGoal, useViewReport } from './use-panel.ts';

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
  const { filters } = useView().view;
  const filter: Filter = { dimension: 'visitor_type', operator: ':', values: [value] };
  const loaded = useViewReport(overview, useGoal({}), { filters: [...filters, filter] });
  const { answer } = loaded;
  if (answer === undefined) return { ...loaded, answer };
  const { sessions, unique_visitors, bounce_rate, goals } = answer.data;
  const row = { value, visits: sessions, unique_visitors, bounce_rate, ...(goals && { goals }) };
  return { ...loaded, answer: { data: sessions > 0 ? [row] : [], meta: answer.meta } };
}
