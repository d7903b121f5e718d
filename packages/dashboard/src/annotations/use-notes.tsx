import { useState } from 'preact/hooks';
import { annotations } from '../api/reports.ts';
import { useViewReport } from '../panels/use-panel.ts';
import { useShortcuts } from '../shortcuts/use-shortcut.ts';
import { AnnotationsDialog } from './annotations.tsx';

/** The annotations of the view's period, and their dialog, which the key + opens. */
export function useNotes() {
  const [listed, setListed] = useState(false);
  const { answer, retry } = useViewReport(annotations, {}, undefined, true);
  const notes = answer?.data ?? [];
  const open = () => setListed(true);
  useShortcuts((key) => key === '+' && open());
  const dialog = listed && (
    <AnnotationsDialog notes={notes} onChange={retry} onClose={() => setListed(false)} />
  );
  return { notes, open, dialog };
}
