import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem } from '../panels/problem.tsx';

/** Explore, whose code is loaded when it is opened. */
export function ExploreLater() {
  const [View, setView] = useState<ComponentType>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    import('./explore-view.tsx').then(
      ({ ExploreView }) => setView(() => ExploreView),
      () => setProblem('This part of the page cannot be loaded.'),
    );
  }, []);
  if (View) return <View />;
  // A browser keeps the failure of a script until the page is loaded again.
  if (problem)
    return <Problem class="problem card panel" problem={problem} retry={() => location.reload()} />;
  return <p class="skeleton" role="status" aria-label="Loading" />;
}
