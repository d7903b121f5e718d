import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { Foreign } from '../panels/list.tsx';
import type { keptBy } from '../url/kept.ts';

interface Named {
  name: string;
}

interface Properties<Kept extends Named> {
  kept: ReturnType<typeof keptBy<Kept>>;
  /** What one of them is called. */
  what: string;
  /** The text when there are none. */
  empty: string;
  secondOf?: (one: Kept) => ComponentChildren;
  onOpen: (one: Kept) => void;
  /** What can be kept now: in words, an example of a name, and what is kept by a name. */
  save: { words: string; example: string; of: (name: string) => Kept } | undefined;
  onSave?: () => void;
  /** Rows before them. */
  children?: ComponentChildren;
}

/** Things that this browser keeps by their names, and a field to keep one more. */
export function KeptList<Kept extends Named>(properties: Properties<Kept>) {
  const { kept, what, empty, secondOf, onOpen, save, onSave, children } = properties;
  const [list, setList] = useState(kept.all);
  const [text, setText] = useState('');
  const name = text.trim();
  const keep = (event: Event) => {
    event.preventDefault();
    if (name === '' || save === undefined) return;
    setList(kept.keep(save.of(name)));
    setText('');
    onSave?.();
  };
  return (
    <>
      {list.length === 0 && !children && <p class="faint">{empty}</p>}
      <ul>
        {children}
        {list.map((one) => (
          <li key={`own ${one.name}`}>
            <button type="button" class="row" onClick={() => onOpen(one)}>
              <Foreign text={one.name} /> {secondOf && <span class="second">{secondOf(one)}</span>}
            </button>
            <button
              type="button"
              class="quiet icon"
              aria-label={`Delete the ${what} ${one.name}`}
              title="Delete"
              onClick={() => setList(kept.remove(one.name))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {save && (
        <form class="fields" onSubmit={keep}>
          <label>
            Save {save.words} as
            <input
              value={text}
              maxLength={60}
              placeholder={save.example}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </label>
          <button type="submit" disabled={name === ''}>
            Save
          </button>
        </form>
      )}
    </>
  );
}
