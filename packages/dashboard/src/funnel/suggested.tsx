import { journeys } from '../api/reports.ts';
import { type Goal, goalName } from '../goal/goal.ts';
import { Foreign } from '../panels/list.tsx';
import { useViewReport } from '../panels/use-panel.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { suggestionsOf } from './suggest.ts';

/** Suggested funnels, which open on a click. */
export function Suggested() {
  const { change } = useView();
  const { answer } = useViewReport(journeys, { depth: '4', limit: '100' });
  const funnels = suggestionsOf(answer?.data ?? []);
  if (funnels.length === 0) return null;
  return (
    <section class="suggested" aria-label={messages.funnel.suggested}>
      <h3 class="faint">{messages.funnel.suggested}</h3>
      <ul>
        {funnels.map((steps) => (
          <li key={namesOf(steps)}>
            <button type="button" title={namesOf(steps)} onClick={() => change({ steps })}>
              <Foreign text={namesOf(steps)} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The steps in short: `/pricing → Signup`. */
const namesOf = (steps: readonly Goal[]) => steps.map(shortName).join(' → ');

const shortName = (goal: Goal) => goal[0]?.values[0] ?? goalName(goal);
