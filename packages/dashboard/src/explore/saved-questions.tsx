import { useState } from 'preact/hooks';
import { isText, shape } from '../api/guards.ts';
import { Dialog } from '../dialog.tsx';
import { Icon } from '../icons.tsx';
import { Foreign } from '../panels/list.tsx';
import { keptBy } from '../url/kept.ts';
import { useView } from '../url/use-view.ts';
import { readView, viewText } from '../url/view.ts';

/** Questions with names, in this browser. Each is an address, so a later version may read it in another way. */
const questions = keptBy('tallyhouse_questions', shape({ name: isText, address: isText }));

/** Opens the window of saved questions. */
export function SavedQuestions() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        <Icon name="list" /> Saved questions
      </button>
      {open && <SavedDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function SavedDialog({ onClose }: { onClose: () => void }) {
  const { view, change } = useView();
  const [kept, setKept] = useState(questions.all);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const open = (address: string) => {
    const { view: read, wrong } = readView(address, view.timezone);
    if (wrong.length > 0) return setProblem(`The dashboard does not know a part of it: ${wrong[0]?.name}.`);
    change(read);
    onClose();
  };
  const save = (event: Event) => {
    event.preventDefault();
    if (name.trim() === '') return;
    setKept(questions.keep({ name: name.trim(), address: viewText(view) }));
    setName('');
  };
  return (
    <Dialog title="Saved questions" onClose={onClose}>
      {kept.length === 0 && (
        <p class="faint">
          Questions that you save appear here, in this browser. Their addresses can be shared.
        </p>
      )}
      <ul class="segments">
        {kept.map(({ name: one, address }) => (
          <li key={one}>
            <button type="button" class="row" onClick={() => open(address)}>
              <Foreign text={one} />
            </button>
            <button
              type="button"
              class="quiet icon"
              aria-label={`Delete the question ${one}`}
              title="Delete"
              onClick={() => setKept(questions.remove(one))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {view.explored.metrics.length > 0 && (
        <form class="fields" onSubmit={save}>
          <label>
            Save this question as
            <input
              value={name}
              maxLength={60}
              placeholder="Sources by country"
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          </label>
          <button type="submit" disabled={name.trim() === ''}>
            Save
          </button>
        </form>
      )}
      {problem !== undefined && (
        <p role="alert" class="problem">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
