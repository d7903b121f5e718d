import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { insights, overview } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { headlineNames, type Metric, metrics } from '../charts/metrics.ts';
import { Explained } from '../definitions/about.tsx';
import { Money } from '../format/money.tsx';
import { formatPercent, formatShort } from '../format/numbers.ts';
import { anyEvent, goalName, goalText } from '../goal/goal.ts';
import { comparedBy, comparisonText } from '../period/comparison.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { Growth } from './growth.tsx';
import { Foreign } from './list.tsx';
import { Problem } from './problem.tsx';
import { Series } from './series.tsx';
import { useDataSince } from './use-data-since.ts';
import { subjectOf, useViewReport } from './use-panel.ts';

/** The numbers of the period with their changes, and one of them over time. */
export function Headlines() {
  const { view, now } = useView();
  const [metric, setMetric] = useState<Metric>('unique_visitors');
  const totals = useViewReport(overview, {
    goal: [...(view.goal ? [goalText(view.goal)] : []), goalText(anyEvent)],
  });
  const by = comparedBy(view.compare, view.period, view.timezone, now);
  const changes = useReport(
    insights,
    by && questionOf(view, by.asked, by.parameters),
    now,
    subjectOf(view, now, { compare: comparisonText(view.compare) }),
  );
  const total = totals.answer?.data;
  const change = changes.answer?.data;
  const revenue = total?.goals?.at(-1)?.revenue ?? [];
  const [converted] = view.goal && total?.goals?.length === 2 ? total.goals : [];
  const compared = changes.loading ? undefined : (changes.answer?.meta.compare ?? undefined);
  const since = useDataSince(compared);

  return (
    <section class="card panel headlines" aria-label="Summary">
      <h2 class="hidden">Summary</h2>
      <div
        class={view.goal ? 'figures converted' : 'figures'}
        aria-busy={totals.loading || (by !== undefined && changes.loading)}
      >
        {headlineNames.map((name) => {
          const { words, format, short, ofPercentage, lessIsBetter } = metrics[name];
          return (
            <Explained key={name} words={words}>
              <button
                type="button"
                class="figure"
                aria-pressed={name === metric}
                onClick={() => setMetric(name)}
              >
                <span class="faint">{words}</span>
                <strong title={total && format(total[name])}>{total ? short(total[name]) : ' '}</strong>
                {by && <Growth change={change?.[name]} {...{ format, ofPercentage, lessIsBetter, since }} />}
              </button>
            </Explained>
          );
        })}
        <Explained words="Returning">
          <button
            type="button"
            class="figure"
            aria-pressed={metric === 'returning_visitors'}
            onClick={() => setMetric('returning_visitors')}
          >
            <span class="faint">Returning</span>
            <strong>{total ? formatPercent(total.returning_visitor_percentage) : ' '}</strong>
            {by && (
              <Growth
                change={change?.returning_visitor_percentage}
                format={formatPercent}
                ofPercentage
                since={since}
              />
            )}
          </button>
        </Explained>
        {view.goal && (
          <>
            <Figure name="Conversions">{converted ? formatShort(converted.conversions) : ' '}</Figure>
            <Figure name="Conversion rate">
              {converted ? formatPercent(converted.conversion_rate) : ' '}
            </Figure>
          </>
        )}
        {revenue.length > 0 && (
          <Figure name="Revenue">
            <Money revenue={revenue} />
          </Figure>
        )}
        {converted && converted.revenue.length > 0 && (
          <Figure name="Goal revenue">
            <Money revenue={converted.revenue} />
          </Figure>
        )}
      </div>
      {view.goal && converted?.conversions === 0 && (
        <p class="faint" role="status">
          Nothing in this period meets the goal: <Foreign text={goalName(view.goal)} />.
        </p>
      )}
      <Problem
        problem={totals.problem ?? changes.problem}
        retry={() => {
          totals.retry();
          changes.retry();
        }}
      />
      <Series metric={metric} compared={compared} since={since} />
    </section>
  );
}

function Figure({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <Explained words={name}>
      <div class="figure">
        <span class="faint">{name}</span>
        <strong>{children}</strong>
      </div>
    </Explained>
  );
}
