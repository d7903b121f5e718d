import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem } from './panels/problem.tsx';
import { messages } from './words/words.ts';

/** A part of the page that is loaded when it is shown. @param load selects it from opened.ts, the script with all of them */
export function later<Properties extends object>(load: () => Promise<ComponentType<Properties>>) {
  return function Later(properties: Properties) {
    const [View, setView] = useState<ComponentType<Properties>>();
    const [problem, setProblem] = useState<string>();
    useEffect(() => {
      load().then(
        (view) => setView(() => view),
        () => setProblem(messages.problems.notLoaded),
      );
    }, []);
    if (View) return <View {...properties} />;
    // A browser caches the failure of a script until the page is loaded again.
    if (problem)
      return <Problem class="problem card panel" problem={problem} retry={() => location.reload()} />;
    return <p class="skeleton" role="status" aria-label={messages.general.loading} />;
  };
}
