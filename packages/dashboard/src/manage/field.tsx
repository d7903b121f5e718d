import { createContext } from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import { Options } from '../options.tsx';
import { Reason } from '../words/reason.tsx';

/** Why the service refused the form: the path of a member, and the reason. */
export interface Blamed {
  parameter?: string | undefined;
  words: string;
}

export const BlamedContext = createContext<Blamed | undefined>(undefined);

/** Why a member or something in it was refused, by its path. */
export function useProblem(path: string): string | undefined {
  const blamed = useContext(BlamedContext);
  const at = blamed?.parameter;
  return at === path || at?.startsWith(`${path}.`) ? blamed?.words : undefined;
}

interface Properties {
  label: string;
  path: string;
  hint?: string | undefined;
  /** Several lines, one value each. */
  lines?: boolean;
  /** To choose from, with their words. */
  options?: Readonly<Record<string, string>>;
  value: string;
  onChange: (text: string) => void;
  /** Suggestions. */
  names?: readonly string[];
  placeholder?: string;
  type?: 'number';
  step?: 'any';
  required?: boolean;
  focused?: boolean;
}

/** A field with its hint, after the reason when the service refuses its value. */
export function Field(properties: Properties) {
  const { label, path, hint, lines, options, value, onChange, names, focused, type, ...rest } = properties;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) first.current?.focus();
  }, []);
  const id = useId();
  const problem = useProblem(path);
  // Surrounding blanks are not part of the value.
  const [text, setText] = useState(value);
  const common = {
    ...rest,
    id,
    value: text,
    spellcheck: false,
    autocomplete: 'off' as const,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-hint`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setText(currentTarget.value);
      onChange(currentTarget.value);
    },
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {options ? (
        <select {...common}>
          <Options of={Object.entries(options)} />
        </select>
      ) : lines ? (
        <textarea {...common} rows={Math.min(8, Math.max(2, text.split('\n').length))} />
      ) : (
        <input {...common} ref={first} {...(type && { type })} {...(names && { list: `${id}-names` })} />
      )}
      {names && (
        <datalist id={`${id}-names`}>
          <Options of={names.map((name) => [name, ''])} />
        </datalist>
      )}
      <p id={`${id}-hint`} class={problem === undefined ? 'faint' : 'problem'}>
        <Reason text={problem} /> {hint && <span class="faint">{hint}</span>}
      </p>
    </div>
  );
}
