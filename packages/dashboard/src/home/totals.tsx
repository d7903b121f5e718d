import { insights } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { Explained } from '../definitions/about.tsx';
import {
  formatCount,
  formatDecimal,
  formatDuration,
  formatPercent,
  formatShort,
  none,
} from '../format/numbers.ts';
import { Growth } from '../panels/growth.tsx';
import { Problem } from '../panels/problem.tsx';
import { useKept } from '../panels/use-kept.ts';
import { subjectOf } from '../panels/use-panel.ts';
import { comparedBy } from '../period/comparison.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';

const figures = [
  { name: 'unique_visitors', words: 'Visitors', format: formatShort },
  { name: 'sessions', words: 'Visits', format: formatShort },
  { name: 'pageviews', words: 'Pageviews', format: formatShort },
  { name: 'views_per_session', words: 'Views per visit', format: formatDecimal },
  {
    name: 'bounce_rate',
    words: 'Bounce rate',
    format: formatPercent,
    ofPercentage: true,
    lessIsBetter: true,
  },
  { name: 'avg_session_duration_seconds', words: 'Visit duration', format: formatDuration },
] as const;

/** The numbers of all sites of the view as if they were one: who visits two of them is one visitor. */
export function Totals() {
  const { view, now } = useView();
  const by = comparedBy('previous', view.period, view.timezone, now);
  const loaded = useReport(
    insights,
    by && questionOf(view, by.asked, by.parameters),
    now,
    subjectOf(view, now),
  );
  const data = loaded.answer?.data;
  const { partly } = useKept(loaded.loading ? undefined : (loaded.answer?.meta.compare ?? undefined));
  return (
    <section class="card panel totals" aria-label="All sites together">
      <div class="figures" aria-busy={loaded.loading}>
        {figures.map(({ name, words, format, ...kind }) => {
          const change = data?.[name];
          return (
            <Explained key={name} words={words}>
              <div class="figure">
                <span class="faint">{words}</span>
                <strong title={change?.current == null ? undefined : formatCount(change.current)}>
                  {change === undefined ? ' ' : change.current === null ? none : format(change.current)}
                </strong>
                <Growth change={change} format={format} partly={partly} {...kind} />
              </div>
            </Explained>
          );
        })}
      </div>
      <Problem problem={loaded.problem} retry={loaded.retry} />
    </section>
  );
}
