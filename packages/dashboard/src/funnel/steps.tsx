import type { Step } from '../api/reports.ts';
import { Empty } from '../definitions/empty.tsx';
import { formatCount, formatDuration, formatPercent } from '../format/numbers.ts';
import { type Goal, goalName } from '../goal/goal.ts';
import { Foreign } from '../panels/list.tsx';
import type { View } from '../url/view.ts';
import { counted, formFor } from '../words/counted.ts';
import { Around } from '../words/phrase.tsx';
import { messages } from '../words/words.ts';

interface Properties {
  steps: readonly Step[];
  goals: readonly Goal[];
  per: View['per'];
}

const fact = (of: (value: string) => string, value: string) => (
  <span>
    <Around of={of}>
      <strong>{value}</strong>
    </Around>
  </span>
);

/** The steps as bars, with those who stopped between them. */
export function Steps({ steps, goals, per }: Properties) {
  const most = Math.max(1, steps[0]?.entered ?? 0);
  if (steps[0]?.entered === 0) return <Empty>{messages.funnel.nobody}</Empty>;
  return (
    <ol class="funnel-steps" aria-label={messages.funnel.stepsReached}>
      {steps.map((step, index) => (
        <li key={index}>
          <p class="step-name">
            <span class="faint">{index + 1}</span> <Foreign text={goalName(goals[index] ?? [])} />
          </p>
          <div class="track">
            <span style={{ inlineSize: `${(100 * step.entered) / most}%` }} />
          </div>
          <p class="facts">
            {fact(formFor(messages.funnel.owners[per], step.entered), formatCount(step.entered))}
            {index > 0 && fact(messages.funnel.ofFirst, formatPercent(step.rate_of_first))}
            {index > 1 && fact(messages.funnel.ofPrevious, formatPercent(step.rate_of_previous))}
            {index > 0 &&
              fact(messages.funnel.medianAfter, formatDuration(step.median_seconds_from_previous))}
          </p>
          {index < steps.length - 1 && (
            <p class="dropped faint">
              {counted(messages.funnel.stopped, step.dropped)}
              {step.entered > 0 && ` (${formatPercent((100 * step.dropped) / step.entered)})`}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
