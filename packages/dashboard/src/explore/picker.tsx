import { useId, useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { Foreign } from '../panels/list.tsx';

/** One that can be chosen. */
export interface Choice {
  name: string;
  words: string;
  /** Why it cannot be chosen now. */
  whyNot: string | undefined;
}

/** Something that can be chosen by a name that the reader types, such as a property of events. */
export interface Typed extends Choice {
  label: string;
  placeholder: string;
  /** @returns the name of the choice; undefined for a text that is none */
  read: (text: string) => string | undefined;
}

interface Properties {
  label: string;
  /** What one of them is called. */
  one: string;
  chosen: readonly string[];
  wordsOf: (name: string) => string;
  choices: readonly Choice[];
  typed: Typed;
  onChange: (chosen: readonly string[]) => void;
}

/** Names in an order, each of which can be removed, and a list of those that can join them. */
export function Picker({ label, one, chosen, wordsOf, choices, typed, onChange }: Properties) {
  const [typing, setTyping] = useState(false);
  const add = (name: string) => onChange([...chosen, name]);
  return (
    <fieldset class="picker">
      <legend>{label}</legend>
      {chosen.map((name) => (
        <span key={name} class="chip">
          <span class="words">
            <Foreign text={wordsOf(name)} />
          </span>
          <button
            type="button"
            class="quiet icon"
            aria-label={`Remove ${one} ${wordsOf(name)}`}
            onClick={() => onChange(chosen.filter((other) => other !== name))}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <select
        aria-label={`Add a ${one}`}
        value=""
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          currentTarget.value = '';
          setTyping(value === typed.name);
          if (value !== '' && value !== typed.name) add(value);
        }}
      >
        <option value="">Add …</option>
        {[...choices.filter(({ name }) => !chosen.includes(name)), typed].map(({ name, words, whyNot }) => (
          <option key={name} value={name} disabled={whyNot !== undefined}>
            {whyNot === undefined ? words : `${words} (${whyNot})`}
          </option>
        ))}
      </select>
      {typing && (
        <TypedName
          typed={typed}
          onAdd={(name) => {
            if (!chosen.includes(name)) add(name);
            setTyping(false);
          }}
        />
      )}
    </fieldset>
  );
}

function TypedName({ typed, onAdd }: { typed: Typed; onAdd: (name: string) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const submit = (event: Event) => {
    event.preventDefault();
    const name = typed.read(text.trim());
    if (name === undefined) setWrong(true);
    else onAdd(name);
  };
  return (
    <form class="typed" onSubmit={submit}>
      <input
        aria-label={typed.label}
        aria-invalid={wrong}
        aria-describedby={wrong ? id : undefined}
        placeholder={typed.placeholder}
        maxLength={40}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit">Add</button>
      {wrong && (
        <span id={id} role="alert" class="problem">
          Such as {typed.placeholder}
        </span>
      )}
    </form>
  );
}
