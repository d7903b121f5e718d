import { useState } from 'preact/hooks';
import { Foreign } from '../../panels/list.tsx';
import { messages } from '../../words/words.ts';
import type { Entry } from '../client.ts';
import { type Difference, withTheirs } from './differences.ts';
import { nameOf } from './members.ts';

interface Properties {
  differences: readonly Difference[];
  mine: Entry;
  onSave: (entry: Entry) => void;
}

/** What somebody else saved meanwhile: both values of each, and the choice. */
export function Conflict({ differences, mine, onSave }: Properties) {
  const [taken, setTaken] = useState(() => differences.filter(({ onlyTheirs }) => onlyTheirs));
  return (
    <section class="card panel conflict" aria-label={messages.conflict.title}>
      <p role="alert">
        <strong>{messages.conflict.somebodyElse}</strong> {messages.conflict.choose}
      </p>
      {differences.map((difference) => {
        const { path, mine, theirs } = difference;
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
            {words} <Foreign text={textOf(value)} />
          </label>
        );
        return (
          <fieldset class="boxes" key={path.join('.')}>
            <legend>{pathName(path)}</legend>
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

const pathName = ([member = '', ...names]: readonly string[]) => [nameOf(member), ...names].join(': ');

function textOf(value: unknown): string {
  if (value === undefined) return messages.conflict.nothing;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
