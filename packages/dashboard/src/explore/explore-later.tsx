import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem } from '../panels/problem.tsx';

/** Explore, whose code is loaded when it is opened. */
export function ExploreLater() {
  const [View, setView] = useState<ComponentType>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    import('./explore-view.tsx').then(
      ({ ExploreView }) => setView(() => ExploreView),
      () => setFailed(true),
    );
  }, []);
  if (View) return <View />;
  // A browser keeps the failure of a script until the page is loaded again.
  return failed ? (
    <Problem
      class="problem card panel"
      problem="This part of the page cannot be loaded."
      retry={() => location.reload()}
    />
  ) : (
    <p class="skeleton" role="status" aria-label="Loading" />
  );
}
