import { Recent } from '@tallyhouse/service';

/** Equal records are of the same second, so they are close together. */
const kept = 10_000;

/**
 * Distinguishes records that are equal in everything: a page that was loaded twice within a second has two equal lines in a log. The first
 * keeps its key, the others get a number. The numbers do not depend on the file, so that the same lines in another file are the same
 * records; they continue from one file to the next only when that one continues it.
 */
export function createRepeats() {
  let counts = new Recent<number>(kept);
  let latest = Number.NEGATIVE_INFINITY;
  let fileBegins = false;

  return {
    nextFile(): void {
      fileBegins = true;
    },

    /** @param at time of the record, milliseconds since 1970 */
    keyOf(key: string, at: number): string {
      if (fileBegins && at < latest) counts = new Recent(kept);
      fileBegins = false;
      if (at > latest) latest = at;
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      return count === 0 ? key : `${key}\n${count}`;
    },
  };
}
