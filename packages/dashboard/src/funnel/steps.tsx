import type { Step } from '../api/reports.ts';
import { formatCount, formatDuration, formatPercent } from '../format/numbers.ts';
import { type Goal, goalName } from '../goal/goal.ts';
import { Foreign } from '../panels/list.tsx';
import type { View } from '../url/view.ts';

interface Properties {
  steps: readonly Step[];
  goals: readonly Goal[];
  per: View['per'];
}

/** The steps as bars, with those who stopped between them. */
export function Steps({ steps, goals, per }: Properties) {
  const most = Math.max(1, steps[0]?.entered ?? 0);
  const who = per === 'visitor' ? 'visitors' : 'visits';
  if (steps[0]?.entered === 0) return <p class="faint empty">No one took the first step in this period.</p>;
  return (
    <ol class="funnel-steps" aria-label="Steps reached">
      {steps.map((step, index) => (
        <li key={index}>
          <p class="step-name">
            <span class="faint">{index + 1}</span> <Foreign text={goalName(goals[index] ?? [])} />
          </p>
          <div class="track">
            <span style={{ inlineSize: `${(100 * step.entered) / most}%` }} />
          </div>
          <p class="facts">
            <span>
              <strong>{formatCount(step.entered)}</strong> {who}
            </span>
            {index > 0 && (
              <>
                <span>
                  <strong>{formatPercent(step.rate_of_first)}</strong> of the first step
                </span>
                {index > 1 && (
                  <span>
                    <strong>{formatPercent(step.rate_of_previous)}</strong> of the step before
                  </span>
                )}
                <span>
                  median <strong>{formatDuration(step.median_seconds_from_previous)}</strong> after it
                </span>
              </>
            )}
          </p>
          {index < steps.length - 1 && (
            <p class="dropped faint">
              {formatCount(step.dropped)} stopped here
              {step.entered > 0 && ` (${formatPercent((100 * step.dropped) / step.entered)})`}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
