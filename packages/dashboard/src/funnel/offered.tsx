import { journeys } from '../api/reports.ts';
import { useSiteFile } from '../api/use-site-file.ts';
import { type Goal, goalName, goalText, isGoal, readGoal } from '../goal/goal.ts';
import { Foreign } from '../panels/list.tsx';
import { useViewReport } from '../panels/use-panel.ts';
import { useView } from '../url/use-view.ts';
import { suggestionsOf } from './suggest.ts';

/** The funnels of the sites file; without steps, also what many visits do one after another. Each opens with a click. */
export function Offered() {
  const { view } = useView();
  const listed = Object.entries(useSiteFile()?.funnels ?? {}).flatMap(([name, texts]) => {
    const steps = texts.map(readGoal).filter(isGoal);
    return steps.length === texts.length ? [{ name, steps }] : [];
  });
  return (
    <>
      {listed.length > 0 && <Funnels label="Funnels of the site" funnels={listed} />}
      {view.steps.length === 0 && <Suggested />}
    </>
  );
}

function Suggested() {
  const { answer } = useViewReport(journeys, { depth: '4', limit: '100' });
  const funnels = suggestionsOf(answer?.data ?? []).map((steps) => ({ name: namesOf(steps), steps }));
  return funnels.length === 0 ? null : <Funnels label="Suggested" funnels={funnels} />;
}

interface Properties {
  label: string;
  funnels: readonly { name: string; steps: readonly Goal[] }[];
}

function Funnels({ label, funnels }: Properties) {
  const { view, change } = useView();
  const shown = textOf(view.steps);
  return (
    <section class="offered" aria-label={label}>
      <h3 class="faint">{label}</h3>
      <ul>
        {funnels.map(({ name, steps }) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={textOf(steps) === shown}
              title={namesOf(steps)}
              onClick={() => change({ steps })}
            >
              <Foreign text={name} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const textOf = (steps: readonly Goal[]) => steps.map(goalText).join('\n');

/** The steps in short: `/pricing → Signup`. */
const namesOf = (steps: readonly Goal[]) => steps.map(shortName).join(' → ');

function shortName(goal: Goal): string {
  const [only, ...more] = goal;
  const [value, ...others] = only?.values ?? [];
  const isPlain = only?.operator === ':' && more.length === 0 && others.length === 0;
  return isPlain && value !== undefined ? value : goalName(goal);
}
