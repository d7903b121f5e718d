import { isText, listOf, shape } from '../api/guards.ts';
import { type Filter, filterText, readFilter } from './filter.ts';

/** Filters with a name, stored in this browser or listed in the sites file. */
export interface Segment {
  name: string;
  /** In the form of the address: a later version may know other filters. */
  filters: readonly string[];
}

const storageKey = 'tallyhouse_segments';
const isSegments = listOf(shape({ name: isText, filters: listOf(isText) }));

/** The stored segments, by name. */
export function storedSegments(): readonly Segment[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return isSegments(stored) ? stored : [];
  } catch {
    return []; // no JSON, or a browser that stores nothing
  }
}

/** Stores filters by a name; a segment of that name is replaced. @returns all segments */
export function saveSegment(name: string, filters: readonly Filter[]): readonly Segment[] {
  const others = storedSegments().filter((segment) => segment.name !== name);
  return store([...others, { name, filters: filters.map(filterText) }]);
}

/** @returns the segments that remain */
export function removeSegment(name: string): readonly Segment[] {
  return store(storedSegments().filter((segment) => segment.name !== name));
}

function store(segments: readonly Segment[]): readonly Segment[] {
  const sorted = [...segments].sort((one, other) => one.name.localeCompare(other.name));
  localStorage.setItem(storageKey, JSON.stringify(sorted));
  return sorted;
}

/** The filters of a segment. @returns the first text that is no filter any more, if there is one */
export function filtersOf({ filters }: Segment): readonly Filter[] | { gone: string } {
  const read: Filter[] = [];
  for (const text of filters) {
    const filter = readFilter(text);
    if (!('dimension' in filter)) return { gone: text };
    read.push(filter);
  }
  return read;
}
