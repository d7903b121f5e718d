import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { IconButton } from '../../icons.tsx';
import { Reason } from '../../words/reason.tsx';
import { messages } from '../../words/words.ts';
import { useProblem } from '../field.tsx';

type RowsPath = 'goals' | 'funnels' | 'segments';

interface Row<Value> {
  id: number;
  name: string;
  value: Value | undefined;
}

interface Properties<Value> {
  /** The member: `goals`. */
  path: RowsPath;
  /** What one of them is: `goal`. */
  named: Readonly<Record<string, Value>> | undefined;
  onChange: (named: Record<string, Value> | undefined) => void;
  /** Shows and changes a value. @param label its name for readers */
  children: (
    value: Value | undefined,
    label: string,
    set: (value: Value | undefined) => void,
  ) => ComponentChildren;
}

/** Named values, one a row; the last row adds one. */
export function NamedRows<Value>({ path, named, onChange, children }: Properties<Value>) {
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
  const words = messages.rows[path];
  return (
    <ul class="named">
      {rows.map((row, index) => {
        const set = (parts: Partial<Row<Value>>) =>
          to(rows.map((other) => (other === row ? { ...row, ...parts } : other)));
        const isLast = index === rows.length - 1;
        const label = isLast ? words.new : words.nth(`${index + 1}`);
        const name = row.name.trim();
        const isTwice = rows.some((other) => other !== row && name !== '' && other.name.trim() === name);
        return (
          <li key={row.id}>
            <input
              aria-label={messages.rows.nameOf(label)}
              placeholder={messages.general.name}
              maxLength={100}
              value={row.name}
              ref={(field) => field?.setCustomValidity(whyWrong(row, isTwice))}
              onInput={({ currentTarget }) => set({ name: currentTarget.value })}
            />
            {children(row.value, label, (value) => set({ value }))}
            {(!isLast || row.name !== '' || row.value !== undefined) && (
              <IconButton
                icon="close"
                words={messages.general.deleteOf(row.name || label)}
                title={messages.general.delete}
                onClick={() => to(rows.filter((other) => other !== row))}
              />
            )}
            <RowProblem path={`${path}.${name}`} />
          </li>
        );
      })}
    </ul>
  );
}

const empty = ['', undefined] as const;

/** The browser's message for a half-filled row. */
function whyWrong<Value>({ name, value }: Row<Value>, isTwice: boolean): string {
  const words = messages.rows;
  if (isTwice) return messages.problems.nameTaken;
  if (name.trim() !== '' && value === undefined) return words.isEmpty;
  return name.trim() === '' && value !== undefined ? words.isNameless : '';
}

function RowProblem({ path }: { path: string }) {
  const problem = useProblem(path);
  return problem === undefined ? null : (
    <p class="problem">
      <Reason text={problem} />
    </p>
  );
}
