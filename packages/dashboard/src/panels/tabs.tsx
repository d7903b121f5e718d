import { type Dimension, dimensionNames } from '../filters/filter.ts';
import { keysOf } from '../url/view.ts';

interface Properties<Name extends string> {
  label: string;
  tabs: Readonly<Record<Name, string>>;
  /** The tabs that are available now. */
  shown?: readonly Name[];
  chosen: Name;
  /** Whether a tab is disabled. */
  isOff?: (name: Name) => boolean;
  onChoose: (name: Name) => void;
}

/** Selects one of several lists of a panel. */
export function Tabs<Name extends string>({
  label,
  tabs,
  shown = keysOf(tabs),
  chosen,
  isOff,
  onChoose,
}: Properties<Name>) {
  return (
    <fieldset class="tabs" aria-label={label} ref={showChosen}>
      {shown.map((name) => (
        <button
          type="button"
          key={name}
          aria-pressed={name === chosen}
          disabled={isOff?.(name)}
          onClick={() => onChoose(name)}
        >
          {tabs[name]}
        </button>
      ))}
    </fieldset>
  );
}

/** Scrolls the chosen tab into view within its row, which may be wider than the panel. The page stays in place. */
function showChosen(tabs: HTMLFieldSetElement | null): void {
  const chosen = tabs?.querySelector('[aria-pressed="true"]');
  if (!tabs || !chosen) return;
  const over = chosen.getBoundingClientRect().right - tabs.getBoundingClientRect().right;
  if (over > 0) tabs.scrollLeft += over;
}

/** Tabs that list the values of dimensions. */
export const tabsBy = <Name extends Dimension>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, dimensionNames(name)])) as Record<Name, string>;
