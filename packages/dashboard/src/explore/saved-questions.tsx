import { useState } from 'preact/hooks';
import { isText, shape } from '../api/guards.ts';
import { Chip } from '../filters/chip.tsx';
import { Foreign } from '../panels/list.tsx';
import { keptBy } from '../url/kept.ts';
import { useView } from '../url/use-view.ts';
import { readView, viewText } from '../url/view.ts';

/** In this browser. Each is an address, so a later version may read it in another way. */
const questions = keptBy('tallyhouse_questions', shape({ name: isText, address: isText }));

/** Questions with names, and a field that keeps this one. */
export function SavedQuestions() {
  const { view, change } = useView();
  const [kept, setKept] = useState(questions.all);
  return (
    <fieldset class="picker">
      <legend>Saved</legend>
      {kept.map(({ name, address }) => (
        <Chip
          key={name}
          words={<Foreign text={name} />}
          remove={`Delete the question ${name}`}
          onClick={() => change(readView(address, view.timezone).view)}
          onRemove={() => setKept(questions.remove(name))}
        />
      ))}
      <input
        aria-label="Save this question as"
        placeholder="Save as …"
        maxLength={60}
        onKeyDown={({ key, currentTarget }) => {
          const name = currentTarget.value.trim();
          if (key !== 'Enter' || name === '') return;
          setKept(questions.keep({ name, address: viewText(view) }));
          currentTarget.value = '';
        }}
      />
    </fieldset>
  );
}
