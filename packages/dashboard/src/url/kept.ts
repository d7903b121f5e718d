import { type Guard, listOf } from '../api/guards.ts';

/** Things with names that this browser keeps, in the order of their names. */
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
    /** Keeps one more; one of the same name is replaced. @returns all of them */
    keep: (one: Kept) => store([...others(one.name), one]),
    /** @returns those that remain */
    remove: (name: string) => store(others(name)),
  };
}
