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
import { messages } from '../words/words.ts';

const figures = [
  { name: 'unique_visitors', named: 'visitors', format: formatShort },
  { name: 'sessions', named: 'visits', format: formatShort },
  { name: 'pageviews', named: 'pageviews', format: formatShort },
  { name: 'views_per_session', named: 'views_per_visit', format: formatDecimal },
  {
    name: 'bounce_rate',
    named: 'bounce_rate',
    format: formatPercent,
    ofPercentage: true,
    lessIsBetter: true,
  },
  { name: 'avg_session_duration_seconds', named: 'visit_duration', format: formatDuration },
] as const;

/** The numbers of all sites of the view together: a visitor of two sites counts once. */
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
    <section class="card panel totals" aria-label={messages.numbers.allSites}>
      <div class="figures" aria-busy={loaded.loading}>
        {figures.map(({ name, named, format, ...kind }) => {
          const words = messages.numbers.names[named];
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
