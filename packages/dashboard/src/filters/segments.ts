import { isText, listOf, shape } from '../api/guards.ts';
import { keptBy } from '../url/kept.ts';
import { type Filter, readFilter } from './filter.ts';

/** Filters with a name, stored in this browser or listed in the sites file. */
export interface Segment {
  name: string;
  /** In the form of the address: a later version may know other filters. */
  filters: readonly string[];
}

export const segments = keptBy<Segment>(
  'tallyhouse_segments',
  shape({ name: isText, filters: listOf(isText) }),
);

/** The filters of a segment. @returns the first text that is no longer a valid filter, if any */
export function filtersOf({ filters }: Segment): readonly Filter[] | { gone: string } {
  const read: Filter[] = [];
  for (const text of filters) {
    const filter = readFilter(text);
    if (!('dimension' in filter)) return { gone: text };
    read.push(filter);
  }
  return read;
}
