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
  shown = namesOf(tabs),
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

function namesOf<Name extends string>(tabs: Readonly<Record<Name, string>>): Name[] {
  const names: Name[] = [];
  for (const name in tabs) names.push(name);
  return names;
}
