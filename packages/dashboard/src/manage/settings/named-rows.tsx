import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../../icons.tsx';
import { useProblem } from '../field.tsx';

interface Row<Value> {
  id: number;
  name: string;
  value: Value | undefined;
}

interface Properties<Value> {
  /** The member: `goals`. */
  path: string;
  /** What one of them is: `goal`. */
  one: string;
  named: Readonly<Record<string, Value>> | undefined;
  onChange: (named: Record<string, Value> | undefined) => void;
  /** Shows a value and changes it. @param label its name for readers */
  children: (
    value: Value | undefined,
    label: string,
    set: (value: Value | undefined) => void,
  ) => ComponentChildren;
}

/** Things with names, one a row; the last row is for another one. */
export function NamedRows<Value>({ path, one, named, onChange, children }: Properties<Value>) {
  const [rows, setRows] = useState<readonly Row<Value>[]>(() =>
    [...Object.entries(named ?? {}), empty].map(([name, value], id) => ({ id, name, value })),
  );
  const to = (next: readonly Row<Value>[]) => {
    const last = next.at(-1);
    const isWhole = last === undefined || (last.name.trim() !== '' && last.value !== undefined);
    const id = Math.max(...rows.map((row) => row.id)) + 1;
    setRows(isWhole ? [...next, { id, name: '', value: undefined }] : next);
    const whole = next.flatMap(({ name, value }): [string, Value][] =>
      name.trim() !== '' && value !== undefined ? [[name.trim(), value]] : [],
    );
    onChange(whole.length > 0 ? Object.fromEntries(whole) : undefined);
  };
  return (
    <ul class="named">
      {rows.map((row, index) => {
        const set = (parts: Partial<Row<Value>>) =>
          to(rows.map((other) => (other === row ? { ...row, ...parts } : other)));
        const isLast = index === rows.length - 1;
        const label = isLast ? `New ${one}` : `${one} ${index + 1}`;
        const isTwice = rows.some((other) => other !== row && other.name !== '' && other.name === row.name);
        return (
          <li key={row.id}>
            <input
              aria-label={`${label}: name`}
              placeholder="Name"
              maxLength={100}
              value={row.name}
              ref={(field) => field?.setCustomValidity(whyWrong(row, isTwice, one))}
              onInput={({ currentTarget }) => set({ name: currentTarget.value })}
            />
            {children(row.value, label, (value) => set({ value }))}
            {(!isLast || row.name !== '' || row.value !== undefined) && (
              <button
                type="button"
                class="quiet icon"
                aria-label={`Remove the ${one} ${row.name}`}
                title="Remove"
                onClick={() => to(rows.filter((other) => other !== row))}
              >
                <Icon name="close" />
              </button>
            )}
            <RowProblem path={`${path}.${row.name.trim()}`} />
          </li>
        );
      })}
    </ul>
  );
}

const empty = ['', undefined] as const;

/** What a browser says of a row that is half filled in, when it is sent. */
function whyWrong<Value>({ name, value }: Row<Value>, isTwice: boolean, one: string): string {
  if (isTwice) return `There is a ${one} of this name already.`;
  if (name.trim() !== '' && value === undefined) return `Say what the ${one} is, or remove its name.`;
  return name.trim() === '' && value !== undefined ? `The ${one} needs a name.` : '';
}

function RowProblem({ path }: { path: string }) {
  const problem = useProblem(path);
  return problem === undefined ? null : <p class="problem">{problem}</p>;
}
