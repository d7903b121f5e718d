import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Chip } from '../filters/chip.tsx';
import { Foreign } from '../panels/list.tsx';
import { Reason } from '../words/reason.tsx';
import { messages } from '../words/words.ts';

interface Properties<Value> {
  /** What one of them is: `question`. */
  one: 'question' | 'funnel';
  /** The ones in the sites file, for all who read the site. */
  named: Readonly<Record<string, Value>> | undefined;
  onOpen: (value: Value) => void;
  /** Keeps what is open by a name. @returns why it was not kept, for the reader; undefined: nothing can be kept */
  onSave: ((name: string) => Promise<string | undefined>) | undefined;
  /** The same for one that goes; undefined: the reader's key does not change the file. */
  onRemove: ((name: string) => Promise<string | undefined>) | undefined;
  /** Whether there is nothing to keep yet. */
  empty: boolean;
  /** Others, that are kept elsewhere. */
  children?: ComponentChildren;
}

/** What is kept by a name, and a field that keeps what is open; Enter does it. */
export function Saved<Value>({ one, named = {}, empty, children, ...on }: Properties<Value>) {
  const { onOpen, onSave, onRemove } = on;
  const [problem, setProblem] = useState<string>();
  return (
    <fieldset class="picker">
      <legend>{messages.saved.saved}</legend>
      {Object.entries(named).map(([name, value]) => {
        const parts = { title: messages.saved.forAll, onClick: () => onOpen(value) };
        return onRemove ? (
          <Chip
            key={name}
            {...parts}
            words={<Foreign text={name} />}
            remove={messages.saved.delete[one](name)}
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
      {problem && (
        <p role="alert" class="problem">
          <Reason text={problem} />
        </p>
      )}
    </fieldset>
  );
}
