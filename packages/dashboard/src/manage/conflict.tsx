import { useState } from 'preact/hooks';
import { Foreign } from '../panels/list.tsx';
import { messages } from '../words/words.ts';
import { type Difference, withTheirs } from './differences.ts';

interface Properties<Thing> {
  differences: readonly Difference[];
  mine: Thing;
  /** The label of a member, or of a value in it; undefined for one without. */
  labelOf: (path: string) => string | undefined;
  /** A value in words; undefined for a self-explanatory one. */
  wordsOf?: (member: string, value: unknown) => string | undefined;
  onSave: (thing: Thing) => void;
}

/** Concurrent changes: both values of each, and the choice. */
export function Conflict<Thing extends object>(properties: Properties<Thing>) {
  const { differences, mine, labelOf, wordsOf, onSave } = properties;
  const [taken, setTaken] = useState(() => differences.filter(({ onlyTheirs }) => onlyTheirs));
  return (
    <section class="card panel conflict" aria-label={messages.conflict.title}>
      <p role="alert">
        <strong>{messages.conflict.somebodyElse}</strong> {messages.conflict.choose}
      </p>
      {differences.map((difference) => {
        const { path, mine, theirs } = difference;
        const [member = '', ...names] = path;
        const choice = (words: string, value: unknown, isTheirs: boolean) => (
          <label class="check">
            <input
              type="radio"
              name={path.join('.')}
              checked={taken.includes(difference) === isTheirs}
              onChange={() =>
                setTaken(isTheirs ? [...taken, difference] : taken.filter((one) => one !== difference))
              }
            />
            {words} <Foreign text={wordsOf?.(member, value) ?? textOf(value)} />
          </label>
        );
        return (
          <fieldset class="boxes" key={path.join('.')}>
            <legend>
              {labelOf(path.join('.')) ?? [labelOf(member) ?? member, ...names].join(messages.general.colon)}
            </legend>
            {choice(messages.conflict.yours, mine, false)}
            {choice(messages.conflict.theirs, theirs, true)}
          </fieldset>
        );
      })}
      <button type="button" class="primary" onClick={() => onSave(withTheirs(mine, taken))}>
        {messages.conflict.save}
      </button>
    </section>
  );
}

function textOf(value: unknown): string {
  if (value === undefined) return messages.general.noValue;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
