import { useEffect, useRef } from 'preact/hooks';
import { messages } from '../words/words.ts';

/** What is not saved. A browser has one page, and it is left as a whole. */
const unsaved = new Set<object>();

/**
 * Lets the page ask before it is left, while something in it is not saved.
 * @returns what ends that at once
 */
export function useUnsaved(isUnsaved: boolean): () => void {
  const mine = useRef({}).current;
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    unsaved.add(mine);
    addEventListener('beforeunload', warn);
    return () => {
      unsaved.delete(mine);
      removeEventListener('beforeunload', warn);
    };
  }, [isUnsaved]);
  return () => unsaved.delete(mine);
}

/** Whether the reader leaves what is not saved. */
export const mayLeave = (): boolean => unsaved.size === 0 || confirm(messages.general.leaveUnsaved);
