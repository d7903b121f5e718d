import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Filter, filterText } from '../filters/filter.ts';
import { useView, ViewContext } from './use-view.ts';

/** Shows its content with one more filter, which is not in the address. */
export function Narrowed({ by, children }: { by: Filter; children: ComponentChildren }) {
  const { view, change, ...rest } = useView();
  const text = filterText(by);
  const narrowed = useMemo(() => ({ ...view, filters: [...view.filters, by] }), [view, text]);
  const isOwn = (filter: Filter) => filterText(filter) === text && !view.filters.includes(filter);
  return (
    <ViewContext.Provider
      value={{
        ...rest,
        view: narrowed,
        // Choices inside are added to the filters of the address.
        change: ({ filters, ...parts }) =>
          change({ ...parts, ...(filters && { filters: filters.filter((filter) => !isOwn(filter)) }) }),
      }}
    >
      {children}
    </ViewContext.Provider>
  );
}
