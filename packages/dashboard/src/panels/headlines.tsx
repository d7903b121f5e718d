import { useState } from 'preact/hooks';
import { type Change, overview } from '../api/reports.ts';
import { conversionLines, revenueLines } from '../charts/goal-lines.ts';
import { headlineNames, type Line, lineOf, percent } from '../charts/metrics.ts';
import { Explained } from '../definitions/about.tsx';
import { goalName } from '../goal/goal.ts';
import type { Converted } from '../goal/goal-columns.tsx';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { changeOf } from './change-of.ts';
import { Growth } from './growth.tsx';
import { Foreign } from './list.tsx';
import { useOverTime } from './over-time.tsx';
import { Problem } from './problem.tsx';
import { Series } from './series.tsx';
import { useKept } from './use-kept.ts';
import { useBefore, useInsights, useViewReport } from './use-panel.ts';

/** A number of the summary, with its line. */
interface Headline {
  line: Line;
  value: number | null | undefined;
  change: Change | undefined;
  /** The name of the number, where the line shows another one. */
  as?: Pick<Line, 'words' | 'format' | 'short' | 'ofPercentage'>;
}

/** The numbers of the period with their changes, and one of them over time. */
export function Headlines() {
  const { view } = useView();
  const [chosen, setChosen] = useState(messages.numbers.names.visitors);
  const { goal } = useOverTime();
  const totals = useViewReport(overview, { goal });
  const { changes, compared, isCompared } = useInsights(view);
  const total = totals.answer?.data;
  const change = changes.answer?.data;
  const kept = useKept(compared);
  const goals = total?.goals ?? [];
  // An older response has other goals.
  const sold = goals.length === goal.length ? { goals } : {};
  const revenue = revenueLines('revenue', -1, sold);
  const isAsked = view.goal !== undefined || revenue.length > 0;
  const before = useBefore(overview, isAsked ? compared : undefined, { goal });
  const previous: Converted = (!before.loading && before.answer?.data) || {};

  const ofGoals = (lines: ReturnType<typeof conversionLines>) =>
    lines.map((line): Headline => {
      const value = sold.goals && line.of(sold);
      return { line, value, change: previous.goals && changeOf(value ?? null, line.of(previous)) };
    });
  const figures = [
    ...headlineNames.map(
      (name): Headline => ({ line: lineOf(name), value: total?.[name], change: change?.[name] }),
    ),
    {
      line: lineOf('returning_visitors'),
      value: total?.returning_visitor_percentage,
      change: change?.returning_visitor_percentage,
      as: percent(messages.numbers.names.returning),
    },
  ];
  const money = ofGoals(revenue);
  const conversions = view.goal ? ofGoals(conversionLines(0)) : [];
  const goalMoney = view.goal ? ofGoals(revenueLines('goal_revenue', 0, sold)) : [];
  const metric = [...figures, ...money, ...conversions, ...goalMoney].find(
    ({ line }) => line.words === chosen,
  )?.line;
  const drawn = metric ?? lineOf('unique_visitors');
  const draw = (headline: Headline) => (
    <Figure
      key={headline.line.words}
      {...{ ...headline, isCompared }}
      isDrawn={headline.line.words === drawn.words}
      partly={kept.partly}
      onDraw={() => setChosen(headline.line.words)}
    />
  );
  /** Several currencies take one place. */
  const together = (headlines: Headline[]) =>
    headlines.length > 1 ? <div class="currencies">{headlines.map(draw)}</div> : headlines.map(draw);

  return (
    <section class="card panel headlines" aria-label={messages.panels.summary}>
      <h2 class="hidden">{messages.panels.summary}</h2>
      <div class="figures" aria-busy={totals.loading || (isCompared && changes.loading)}>
        {figures.map(draw)}
        {together(money)}
        {view.goal && (
          <div class="converted">
            <p>
              <span class="faint">{messages.panels.conversion}</span> <Foreign text={goalName(view.goal)} />
              {conversions[0]?.value === 0 && (
                <span class="faint" role="status">
                  {messages.panels.noConversion}
                </span>
              )}
            </p>
            {conversions.map(draw)}
            {together(goalMoney)}
          </div>
        )}
      </div>
      <Problem
        problem={totals.problem ?? changes.problem}
        retry={() => {
          totals.retry();
          changes.retry();
        }}
      />
      <Series
        metric={drawn}
        bars={drawn.words === messages.numbers.names.visitors ? revenue[0] : undefined}
        {...{ compared, kept }}
      />
    </section>
  );
}

interface FigureProperties extends Headline {
  isDrawn: boolean;
  isCompared: boolean;
  partly: string | null | undefined;
  onDraw: () => void;
}

function Figure({ line, value, change, as = line, isDrawn, isCompared, partly, onDraw }: FigureProperties) {
  const { words, format, short, ofPercentage } = as;
  const { lessIsBetter, about } = line;
  return (
    <Explained words={about ?? words}>
      <button type="button" class="figure" aria-pressed={isDrawn} onClick={onDraw}>
        <span class="faint">{words}</span>
        <strong title={value === undefined ? undefined : format(value)}>
          {value === undefined ? ' ' : short(value)}
        </strong>
        {isCompared && <Growth {...{ change, format, ofPercentage, lessIsBetter, partly }} />}
      </button>
    </Explained>
  );
}
