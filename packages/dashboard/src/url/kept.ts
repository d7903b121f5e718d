import { type Guard, listOf } from '../api/guards.ts';
import { store, stored } from './stored.ts';

/** Named items in this browser, by name. */
export function keptBy<Kept extends { name: string }>(storageKey: string, isKept: Guard<Kept>) {
  const isList = listOf(isKept);
  /** All of them, while this browser does not keep them: they last as long as the page. */
  let unsaved: readonly Kept[] | undefined;

  function all(): readonly Kept[] {
    if (unsaved) return unsaved;
    try {
      const read: unknown = JSON.parse(stored(storageKey) ?? '[]');
      return isList(read) ? read : [];
    } catch {
      return []; // no JSON
    }
  }
  function keepAll(kept: readonly Kept[]): readonly Kept[] {
    const sorted = [...kept].sort((one, other) => one.name.localeCompare(other.name));
    const text = JSON.stringify(sorted);
    store(storageKey, text);
    unsaved = stored(storageKey) === text ? undefined : sorted;
    return sorted;
  }
  const others = (gone: string) => all().filter(({ name }) => name !== gone);
  return {
    all,
    /** Saves an item; replaces one of the same name. @returns all of them */
    keep: (one: Kept) => keepAll([...others(one.name), one]),
    remove: (name: string) => keepAll(others(name)),
  };
}
