import { useState } from 'preact/hooks';
import { Chip } from '../filters/chip.tsx';
import { Foreign } from '../panels/list.tsx';
import { messages } from '../words/words.ts';

interface Properties {
  label: string;
  add: string;
  remove: (name: string) => string;
  chosen: readonly string[];
  wordsOf: (name: string) => string;
  choices: readonly string[];
  /** Why one cannot be chosen now; undefined if it can. */
  whyNot: (name: string) => string | undefined;
  /** A value that the reader types. @returns `example` for its default text */
  typed: { words: string; example: string; nameOf: (text: string) => string };
  onChange: (chosen: readonly string[]) => void;
}

/** Removable names in order, and a list of names that can be added. */
export function Picker({
  label,
  add,
  remove,
  chosen,
  wordsOf,
  choices,
  whyNot,
  typed,
  onChange,
}: Properties) {
  const [typing, setTyping] = useState(false);
  const option = (value: string, words: string, reason: string | undefined) => (
    <option key={value} value={value} disabled={reason !== undefined}>
      {reason === undefined ? words : messages.explore.because(words, reason)}
    </option>
  );
  return (
    <fieldset class="picker">
      <legend>{label}</legend>
      {chosen.map((name) => (
        <Chip
          key={name}
          words={<Foreign text={wordsOf(name)} />}
          remove={remove(wordsOf(name))}
          onRemove={() => onChange(chosen.filter((other) => other !== name))}
        />
      ))}
      <select
        aria-label={add}
        value=""
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          currentTarget.value = '';
          setTyping(value === 'typed');
          if (value !== 'typed') onChange([...chosen, value]);
        }}
      >
        <option value="">{messages.general.add}</option>
        {choices
          .filter((name) => !chosen.includes(name))
          .map((name) => option(name, wordsOf(name), whyNot(name)))}
        {option('typed', messages.explore.more(typed.words), whyNot(typed.nameOf(typed.example)))}
      </select>
      {typing && (
        <input
          aria-label={typed.words}
          placeholder={typed.example}
          maxLength={40}
          onKeyDown={({ key, currentTarget }) => {
            const name = typed.nameOf(currentTarget.value.trim());
            if (key !== 'Enter' || chosen.includes(name)) return;
            onChange([...chosen, name]);
            setTyping(false);
          }}
        />
      )}
    </fieldset>
  );
}
