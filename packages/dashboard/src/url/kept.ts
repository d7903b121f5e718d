import { type Guard, listOf } from '../api/guards.ts';

/** Named items in this browser, by name. */
export function keptBy<Kept extends { name: string }>(storageKey: string, isKept: Guard<Kept>) {
  const isList = listOf(isKept);

  function all(): readonly Kept[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
      return isList(stored) ? stored : [];
    } catch {
      return []; // no JSON, or a browser that stores nothing
    }
  }
  function store(kept: readonly Kept[]): readonly Kept[] {
    const sorted = [...kept].sort((one, other) => one.name.localeCompare(other.name));
    try {
      localStorage.setItem(storageKey, JSON.stringify(sorted));
    } catch {
      // It lasts as long as the page.
    }
    return sorted;
  }
  const others = (gone: string) => all().filter(({ name }) => name !== gone);
  return {
    all,
    /** Saves an item; replaces one of the same name. @returns all of them */
    keep: (one: Kept) => store([...others(one.name), one]),
    remove: (name: string) => store(others(name)),
  };
}
