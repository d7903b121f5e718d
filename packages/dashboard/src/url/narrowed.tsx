import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Filter, filterText } from '../filters/filter.ts';
import { useView, ViewContext } from './use-view.ts';

interface Properties {
  by: Filter;
  /** Whether the address gets it with a choice inside, which selects more without it, and loses both together. */
  kept?: boolean;
  children: ComponentChildren;
}

/** Shows its content with one more filter, which is not in the address before a choice inside. */
export function Narrowed({ by, kept = false, children }: Properties) {
  const { view, change, ...rest } = useView();
  const text = filterText(by);
  const isBy = (filter: Filter) => filterText(filter) === text;
  const narrowed = useMemo(
    () => (view.filters.some(isBy) ? view : { ...view, filters: [...view.filters, by] }),
    [view, text],
  );
  /** The filters of the address after a choice inside. */
  const outside = (filters: readonly Filter[]) => {
    // Choices inside follow it.
    const stays = kept ? !filters.slice(-1).some(isBy) : narrowed === view;
    return filters.filter((filter) => stays || !isBy(filter));
  };
  return (
    <ViewContext.Provider
      value={{
        ...rest,
        view: narrowed,
        change: ({ filters, ...parts }) =>
          change({ ...parts, ...(filters && { filters: outside(filters) }) }),
      }}
    >
      {children}
    </ViewContext.Provider>
  );
}
