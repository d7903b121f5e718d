import { useState } from 'preact/hooks';
import { annotations } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { subjectOf } from '../panels/use-panel.ts';
import { resolve } from '../period/period.ts';
import { useShortcuts } from '../shortcuts/use-shortcut.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { AnnotationsDialog } from './annotations.tsx';

/** The annotations of the view's period, and their dialog, which the key + opens. */
export function useNotes() {
  const { view, now } = useView();
  const [listed, setListed] = useState(false);
  const { asked } = resolve(view.period, view.timezone, now);
  const every = { limit: 'all' };
  const question = questionOf(view, asked, every);
  const { answer, retry } = useReport(annotations, question, now, subjectOf(view, now, every), true);
  const notes = answer?.data ?? [];
  const open = () => setListed(true);
  useShortcuts((key) => key === '+' && open());
  const dialog = listed && (
    <AnnotationsDialog
      notes={notes}
      total={answer?.meta.total ?? 0}
      onChange={retry}
      onClose={() => setListed(false)}
    />
  );
  return { notes, open, dialog };
}
