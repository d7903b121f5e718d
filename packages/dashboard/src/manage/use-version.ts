import { useRef, useState } from 'preact/hooks';
import { messages } from '../words/words.ts';
import { mostTries } from './change-entry.ts';
import { isConflict } from './client.ts';
import { type Difference, differences, isSame } from './differences.ts';
import type { Answer } from './send.ts';

/** A version that was read. */
interface Version<Thing> {
  thing: Thing;
  /** Its ETag; undefined: there is none yet. */
  tag: string | undefined;
}

interface Changed<Thing> {
  mine: Thing;
  differences: readonly Difference[];
}

/**
 * Saves a new version over the one that was read. Concurrent changes are in `changed`, until the reader has chosen.
 * A deleted thing is refused once: saving again creates it.
 * @param read extracts the current version from a response that refuses; null: it is gone
 */
export function useVersion<Thing extends object, Data>(
  start: Version<Thing>,
  put: (thing: Thing, tag: string | undefined) => Promise<Answer<Data>>,
  read: (current: unknown) => Thing,
) {
  const [base, setBase] = useState(start);
  const [changed, setChanged] = useState<Changed<Thing>>();
  const [busy, setBusy] = useState(false);
  /** The thing to save once the save that is under way has ended; the same thing again is the second half of a double click. */
  const next = useRef<Thing | undefined>(undefined);
  /** @returns undefined when the reader has to choose, and for what the save that is under way will save too */
  async function save(mine: Thing, over = base, tries = 1): Promise<Answer<Data> | undefined> {
    next.current = busy ? mine : undefined;
    if (busy) return undefined;
    setBusy(true);
    const answer = await put(mine, over.tag);
    setBusy(false);
    // Sent again, what is new would be created twice, or its secret be lost.
    const newest = (over.tag !== undefined && next.current) || mine;
    if (answer.kind === 'refused') {
      if (!isConflict(answer)) return answer;
      if (answer.current === null) {
        setBase({ thing: read(null), tag: undefined });
        setChanged(undefined);
        return { ...answer, words: messages.problems.gone };
      }
      const theirs = { thing: read(answer.current), tag: answer.tag };
      const different = differences(over.thing, newest, theirs.thing);
      if (different.length === 0) return tries < mostTries ? save(newest, theirs, tries + 1) : answer;
      setBase(theirs);
      setChanged({ mine: newest, differences: different });
      return undefined;
    }
    const saved = { thing: mine, tag: answer.kind === 'ok' ? answer.tag : undefined };
    setBase(saved);
    setChanged(undefined);
    return isSame(newest, mine) ? answer : save(newest, saved);
  }
  return { base, changed, busy, save };
}

/** Reports at a field that the name is taken. */
export const asTaken = <Data>(answer: Answer<Data>, parameter: string, words: string): Answer<Data> =>
  answer.kind === 'refused' && isConflict(answer)
    ? { ...answer, current: undefined, parameter, words }
    : answer;
