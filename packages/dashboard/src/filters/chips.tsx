import { useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { Foreign } from '../panels/list.tsx';
import { useShortcuts } from '../shortcuts/use-shortcut.ts';
import { useView } from '../url/use-view.ts';
import { Chip } from './chip.tsx';
import { type Filter, filterText, inverted } from './filter.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { wordsOf } from './words.ts';

/** Opens the window that adds a filter. */
export function FilterButton() {
  const [open, setOpen] = useState(false);
  useShortcuts((key) => {
    if (key === '/') setOpen(true);
  });
  return (
    <>
      <button type="button" class="opens" title="Filter (/)" onClick={() => setOpen(true)}>
        <Icon name="filter" /> <span class="wide">Filter</span>
      </button>
      {open && <FilterDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The view's filters, if it has any. A click on a chip inverts it, its cross removes it. */
export function FilterChips() {
  const { view, change } = useView();
  if (view.filters.length === 0) return null;
  const without = (gone: Filter) => view.filters.filter((filter) => filter !== gone);
  const replace = (old: Filter, by: Filter) =>
    change({ filters: view.filters.map((filter) => (filter === old ? by : filter)) });
  return (
    <ul class="chips" aria-label="Filters">
      {view.filters.map((filter) => {
        const { dimension, sign, values } = wordsOf(filter);
        return (
          <li key={filterText(filter)}>
            <Chip
              title="Click to invert"
              words={
                <>
                  {dimension} <em>{sign}</em> <Foreign text={values} />
                </>
              }
              remove={`Remove the filter: ${dimension} ${sign} ${values}`}
              onClick={() => replace(filter, inverted(filter))}
              onRemove={() => change({ filters: without(filter) })}
            />
          </li>
        );
      })}
      {view.filters.length > 1 && (
        <li>
          <button type="button" class="quiet" onClick={() => change({ filters: [] })}>
            Clear all
          </button>
        </li>
      )}
    </ul>
  );
}
