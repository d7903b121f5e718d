import { useState } from 'preact/hooks';
import type { Engagement, Span } from '../api/reports.ts';
import type { Loaded } from '../api/use-report.ts';
import { lineOf, type Metric } from '../charts/metrics.ts';
import { formatCount, formatMilliseconds, formatPercent, none } from '../format/numbers.ts';
import { changeOf } from '../panels/change-of.ts';
import { Growth } from '../panels/growth.tsx';
import { Problem } from '../panels/problem.tsx';
import { Series } from '../panels/series.tsx';
import { Tabs } from '../panels/tabs.tsx';
import { useKept } from '../panels/use-kept.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';

const figures: readonly {
  name: keyof typeof messages.numbers.names;
  of: (page: Engagement) => number | null;
  format: (value: number) => string;
  ofPercentage?: true;
  lessIsBetter?: true;
}[] = [
  { name: 'pageviews', of: ({ views }) => views, format: formatCount },
  { name: 'visits', of: ({ unique_views }) => unique_views, format: formatCount },
  { name: 'entries', of: ({ entries }) => entries, format: formatCount },
  {
    name: 'exit_rate',
    of: ({ exit_rate }) => exit_rate,
    format: formatPercent,
    ofPercentage: true,
    lessIsBetter: true,
  },
  {
    name: 'scroll_depth',
    of: ({ avg_scroll_depth }) => avg_scroll_depth,
    format: formatPercent,
    ofPercentage: true,
  },
  { name: 'focus_time', of: ({ avg_focus_time_ms }) => avg_focus_time_ms, format: formatMilliseconds },
];

/** The numbers of a page that can be drawn as a line. */
const lines = () => {
  const { pageviews, visitors, visits } = messages.numbers.names;
  return { pageviews, unique_visitors: visitors, sessions: visits } as const;
};

interface Properties {
  loaded: Loaded<Engagement>;
  before: { span: Span | undefined; page: Engagement | undefined };
}

/** The page's numbers with their changes, and one of them over time. */
export function Figures({ loaded, before }: Properties) {
  const { view } = useView();
  const [metric, setMetric] = useState<Metric & keyof ReturnType<typeof lines>>('pageviews');
  const page = loaded.answer?.data;
  const kept = useKept(before.span);
  return (
    <section class="card panel headlines" aria-label={messages.panels.summary}>
      <h2 class="hidden">{messages.panels.summary}</h2>
      <dl class="figures" aria-busy={loaded.loading}>
        {figures.map(({ name, of, format, ...kind }) => {
          const value = page ? of(page) : null;
          return (
            <div class="figure" key={name}>
              <dt class="faint">{messages.numbers.names[name]}</dt>
              <dd>
                <strong>{value === null ? (page ? none : ' ') : format(value)}</strong>
              </dd>
              {view.compare !== 'none' && (
                <dd>
                  <Growth
                    change={page && before.page && changeOf(value, of(before.page))}
                    {...{ format, partly: kept.partly, ...kind }}
                  />
                </dd>
              )}
            </div>
          );
        })}
      </dl>
      <Problem problem={loaded.problem} retry={loaded.retry} />
      <Series
        metric={lineOf(metric)}
        compared={before.span}
        kept={kept}
        tools={<Tabs label={messages.page.line} tabs={lines()} chosen={metric} onChoose={setMetric} />}
      />
    </section>
  );
}
