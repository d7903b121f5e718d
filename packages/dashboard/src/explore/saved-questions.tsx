import { useState } from 'preact/hooks';
import { isText, shape } from '../api/guards.ts';
import { Dialog } from '../dialog.tsx';
import { KeptList } from '../filters/kept-list.tsx';
import { Icon } from '../icons.tsx';
import { keptBy } from '../url/kept.ts';
import { useView } from '../url/use-view.ts';
import { readView, viewText } from '../url/view.ts';

/** In this browser. Each is an address, so a later version may read it in another way. */
const questions = keptBy('tallyhouse_questions', shape({ name: isText, address: isText }));

/** Opens the window of questions with names. */
export function SavedQuestions() {
  const { view, change } = useView();
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const show = ({ address }: { address: string }) => {
    const read = readView(address, view.timezone);
    if (read.wrong.length > 0) return setProblem('The dashboard does not know this question any more.');
    setOpen(false);
    change(read.view);
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        <Icon name="list" /> Saved questions
      </button>
      {open && (
        <Dialog title="Saved questions" onClose={() => setOpen(false)}>
          <section class="segments" aria-label="Saved questions">
            <KeptList
              kept={questions}
              what="question"
              empty="Questions that you save appear here, in this browser."
              onOpen={show}
              save={
                view.explored.metrics.length > 0
                  ? {
                      words: 'this question',
                      example: 'Sources by country',
                      of: (name) => ({ name, address: viewText(view) }),
                    }
                  : undefined
              }
            />
          </section>
          {problem !== undefined && (
            <p role="alert" class="problem">
              {problem}
            </p>
          )}
        </Dialog>
      )}
    </>
  );
}
