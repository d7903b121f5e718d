import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Chip } from '../filters/chip.tsx';
import { Foreign } from '../panels/list.tsx';
import { Refused } from '../words/reason.tsx';
import { messages } from '../words/words.ts';

interface Properties<Value> {
  /** The kind of the saved items: `question`. */
  one: 'question' | 'funnel';
  /** Items in the sites file, for all readers of the site. */
  named: Readonly<Record<string, Value>> | undefined;
  onOpen: (name: string, value: Value) => void;
  /** Saves the current item under a name. @returns why it was not saved, for the reader; undefined: saving is impossible */
  onSave: ((name: string) => Promise<string | undefined>) | undefined;
  /** Removes an item; undefined: the reader's key may not change the file. */
  onRemove: ((name: string) => Promise<string | undefined>) | undefined;
  /** Whether there is nothing to save yet. */
  empty: boolean;
  /** Items saved elsewhere. */
  children?: ComponentChildren;
}

/** Saved items, and a field that saves the current one on Enter. */
export function Saved<Value>({ one, named = {}, empty, children, ...on }: Properties<Value>) {
  const { onOpen, onSave, onRemove } = on;
  const [problem, setProblem] = useState<string>();
  return (
    <fieldset class="picker">
      <legend>{messages.saved.saved}</legend>
      {Object.entries(named).map(([name, value]) => {
        const parts = { title: messages.saved.forAll, onClick: () => onOpen(name, value) };
        return onRemove ? (
          <Chip
            key={name}
            {...parts}
            words={<Foreign text={name} />}
            remove={messages.general.deleteOf(name)}
            onRemove={async () => setProblem(await onRemove(name))}
          />
        ) : (
          <button key={name} type="button" {...parts}>
            <Foreign text={name} />
          </button>
        );
      })}
      {children}
      {onSave && (
        <input
          aria-label={messages.saved.saveThis[one]}
          placeholder={messages.saved.saveAs}
          maxLength={60}
          disabled={empty}
          onKeyDown={async ({ key, currentTarget }) => {
            const name = currentTarget.value.trim();
            if (key !== 'Enter' || name === '') return;
            currentTarget.value = '';
            setProblem(await onSave(name));
          }}
        />
      )}
      <Refused text={problem} />
    </fieldset>
  );
}
