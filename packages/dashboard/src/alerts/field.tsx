import { useId } from 'preact/hooks';

interface Properties {
  label: string;
  value: string;
  /** Why the service refused it. */
  problem: string | undefined;
  onChange(value: string): void;
  /** A field of several lines. */
  lines?: number;
  /** A choice: words by value. */
  options?: Record<string, string>;
}

/** A labelled field of a form, with what is wrong about it. */
export function Field({ label, value, problem, onChange, lines, options }: Properties) {
  const [id, about] = [useId(), useId()];
  const common = {
    id,
    value,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : about,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {options ? (
        <select {...common}>
          {Object.entries(options).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      ) : lines ? (
        <textarea rows={lines} spellcheck={false} {...common} />
      ) : (
        <input spellcheck={false} autocomplete="off" {...common} />
      )}
      {problem && (
        <span id={about} role="alert" class="problem">
          {problem}
        </span>
      )}
    </div>
  );
}
