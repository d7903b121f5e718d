import { useEffect, useRef } from 'preact/hooks';
import { messages } from '../words/words.ts';

/** Unsaved changes. A browser has one page, which is left as a whole. */
const unsaved = new Set<object>();

/** Makes the page ask before it is left, while it has unsaved changes. @returns ends that at once */
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

export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Whether the reader leaves unsaved changes. */
export const mayLeave = (): boolean => !hasUnsaved() || confirm(messages.general.leaveUnsaved);
