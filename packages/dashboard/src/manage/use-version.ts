import { useState } from 'preact/hooks';
import { isConflict } from './client.ts';
import { type Difference, differences } from './differences.ts';
import type { Answer } from './send.ts';

/** A thing as somebody read it. */
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
 * Saves a thing over the version that was read. Changes that somebody else made meanwhile are in `changed`, until the reader has chosen.
 * @param read takes the thing out of an answer that refuses; null: it is gone
 */
export function useVersion<Thing extends object, Data>(
  start: Version<Thing>,
  put: (thing: Thing, tag: string | undefined) => Promise<Answer<Data>>,
  read: (current: unknown) => Thing,
) {
  const [base, setBase] = useState(start);
  const [changed, setChanged] = useState<Changed<Thing>>();
  /** @returns undefined when the reader has to choose */
  async function save(mine: Thing, over = base): Promise<Answer<Data> | undefined> {
    const answer = await put(mine, over.tag);
    if (answer.kind === 'refused') {
      if (!isConflict(answer)) return answer;
      const theirs = { thing: read(answer.current), tag: answer.tag };
      const different = differences(over.thing, mine, theirs.thing);
      if (different.length === 0) return save(mine, theirs);
      setBase(theirs);
      setChanged({ mine, differences: different });
      return undefined;
    }
    setBase({ thing: mine, tag: answer.kind === 'ok' ? answer.tag : undefined });
    setChanged(undefined);
    return answer;
  }
  return { base, changed, save };
}

/** Says at a field that the name of a new thing is taken. */
export const asTaken = <Data>(answer: Answer<Data>, parameter: string, words: string): Answer<Data> =>
  answer.kind === 'refused' && isConflict(answer)
    ? { ...answer, current: undefined, parameter, words }
    : answer;
