import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem } from './panels/problem.tsx';

/** A part of the page whose code is loaded when it is opened. @param load the same function each time */
export function Later({ load }: { load: () => Promise<ComponentType> }) {
  const [View, setView] = useState<ComponentType>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    load().then(
      (view) => setView(() => view),
      () => setProblem('This part of the page cannot be loaded.'),
    );
  }, [load]);
  if (View) return <View />;
  // A browser keeps the failure of a script until the page is loaded again.
  if (problem)
    return <Problem class="problem card panel" problem={problem} retry={() => location.reload()} />;
  return <p class="skeleton" role="status" aria-label="Loading" />;
}
