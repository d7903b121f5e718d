import { insights } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { headlineNames, lineOf } from '../charts/metrics.ts';
import { Explained } from '../definitions/about.tsx';
import { Growth } from '../panels/growth.tsx';
import { Problem } from '../panels/problem.tsx';
import { useKept } from '../panels/use-kept.ts';
import { subjectOf } from '../panels/use-panel.ts';
import { comparedBy } from '../period/comparison.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';

/** The numbers of all sites of the view together: a visitor of two sites counts once. */
export function Totals() {
  const { view, now } = useView();
  const by = comparedBy('previous', view.period, view.timezone, now);
  // No period comes before all time: asked by its first day, it would have one.
  const asked = by?.asked ?? { period: 'all' };
  const loaded = useReport(insights, questionOf(view, asked, by?.parameters), now, subjectOf(view, now));
  const data = loaded.answer?.data;
  const { partly } = useKept(loaded.loading ? undefined : (loaded.answer?.meta.compare ?? undefined));
  return (
    <section class="card panel totals" aria-label={messages.numbers.allSites}>
      <div class="figures" aria-busy={loaded.loading}>
        {headlineNames.map((name) => {
          const { words, format, short, ofPercentage, lessIsBetter } = lineOf(name);
          const change = data?.[name];
          return (
            <Explained key={name} words={words}>
              <div class="figure">
                <span class="faint">{words}</span>
                <strong title={change && format(change.current)}>
                  {change ? short(change.current) : ' '}
                </strong>
                <Growth {...{ change, format, ofPercentage, lessIsBetter, partly }} />
              </div>
            </Explained>
          );
        })}
      </div>
      <Problem problem={loaded.problem} retry={loaded.retry} />
    </section>
  );
}
