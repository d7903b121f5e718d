import { isDeepStrictEqual } from 'node:util';
import type { Item } from './items.ts';

/** The changes to the items of a map or list. */
export interface Plan {
  /** The new value of each item; undefined removes it. */
  targets: ({ value: unknown } | undefined)[];
  added: { name: string | undefined; value: unknown }[];
  /** The number of items before the added ones. */
  position: number;
}

/** New members come after all others. */
export function planMap(items: readonly Item[], wanted: Readonly<Record<string, unknown>>): Plan {
  const names = new Set(items.map(({ name }) => name));
  return {
    targets: items.map(({ name = '' }) =>
      Object.hasOwn(wanted, name) ? { value: wanted[name] } : undefined,
    ),
    added: Object.entries(wanted).flatMap(([name, value]) => (names.has(name) ? [] : { name, value })),
    position: items.length,
  };
}

/** Equal entries at both ends stay; those between them are replaced in order. */
export function planList(now: readonly unknown[], wanted: readonly unknown[]): Plan {
  const shorter = Math.min(now.length, wanted.length);
  let first = 0;
  while (first < shorter && isDeepStrictEqual(now[first], wanted[first])) first++;
  let last = 0;
  while (last < shorter - first && isDeepStrictEqual(now.at(-1 - last), wanted.at(-1 - last))) last++;
  const between = wanted.slice(first, wanted.length - last);
  const replaced = Math.min(between.length, now.length - last - first);
  return {
    targets: now.map((value, index) => {
      if (index < first || index >= now.length - last) return { value };
      return index < first + replaced ? { value: between[index - first] } : undefined;
    }),
    added: between.slice(replaced).map((value) => ({ name: undefined, value })),
    position: first + replaced,
  };
}
