import { goalText, isGoal, readGoal } from '../goal/goal.ts';
import { withNamed } from '../manage/change-entry.ts';
import { Saved } from '../manage/saved.tsx';
import { useEntry } from '../manage/use-entry.ts';
import { useView } from '../url/use-view.ts';

/** The funnels of the sites file, and a field that saves this one there when the key may change it. */
export function SavedFunnels() {
  const { view, change } = useView();
  const { file, change: changeFile } = useEntry();
  const funnels = file?.funnels ?? {};
  const keep =
    changeFile &&
    ((name: string, steps?: string[]) =>
      changeFile((entry) => ({ ...entry, funnels: withNamed(entry.funnels, name, steps) })));
  if (keep === undefined && Object.keys(funnels).length === 0) return null;
  return (
    <Saved
      one="funnel"
      named={funnels}
      onOpen={(_, texts) => change({ steps: texts.map(readGoal).filter(isGoal) })}
      onSave={keep && ((name) => keep(name, view.steps.map(goalText)))}
      onRemove={keep}
      empty={view.steps.length < 2}
    />
  );
}
