import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Right } from '../api/holder.ts';
import { Refused } from '../words/reason.tsx';
import { messages } from '../words/words.ts';
import { type MadeKey, type NewKey, useAsk } from './client.ts';
import { type Blamed, BlamedContext, Field } from './field.tsx';
import { inWords } from './in-words.ts';

interface Properties {
  /** The label of the key's name. */
  asks: string;
  button: string;
  sites: readonly string[];
  /** The rights to choose from; `read` is preselected. */
  offered: readonly Right[];
  onMade: (made: MadeKey) => void;
  /** Further fields. */
  children?: ComponentChildren;
}

/** Creates a key: its name, expiry and rights. */
export function KeyForm({ asks, button, sites, offered, onMade, children }: Properties) {
  const ask = useAsk();
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const [rights, setRights] = useState<NewKey['rights']>(['read']);
  const [blamed, setBlamed] = useState<Blamed>();
  const words = messages.access;
  const labels = { name: asks, expires: words.validFor, sites: messages.header.sites, rights: words.itMay };
  const labelOf = (path: string) => new Map(Object.entries(labels)).get(path);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBlamed(undefined);
    const expires = new Date(Date.now() + Number(days) * 86_400_000).toISOString();
    const lasting = days === 'never' ? {} : { expires };
    const body: NewKey = { name: name.trim(), sites: [...sites], rights, ...lasting };
    const answer = await ask<MadeKey>({ method: 'POST', path: '/keys', body });
    if (answer.kind === 'refused') {
      const isTaken = answer.status === 409 && answer.parameter === 'name';
      setBlamed(isTaken ? { ...answer, words: messages.problems.nameTaken } : inWords(answer, labelOf));
    }
    if (answer.kind === 'ok') onMade(answer.data);
  };
  return (
    <BlamedContext.Provider value={blamed}>
      <form class="field-grid" onSubmit={submit}>
        <Field label={asks} path="name" value="" onChange={setName} required focused />
        <Field
          label={messages.access.validFor}
          path="expires"
          value={days}
          options={messages.access.lifetimes}
          onChange={setDays}
        />
        {children}
        <fieldset class="boxes">
          <legend>{messages.access.itMay}</legend>
          {offered.map((right) => (
            <label class="check" key={right}>
              <input
                type="checkbox"
                checked={rights.includes(right)}
                onChange={({ currentTarget: { checked } }) =>
                  setRights(checked ? [...rights, right] : rights.filter((one) => one !== right))
                }
              />
              {messages.access.rights[right]}
            </label>
          ))}
        </fieldset>
        <p class="save">
          <button type="submit" class="primary">
            {button}
          </button>
          <Refused text={blamed?.words} />
        </p>
      </form>
    </BlamedContext.Provider>
  );
}
