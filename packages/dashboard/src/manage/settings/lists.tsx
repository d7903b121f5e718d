import { useState } from 'preact/hooks';
import { linesOf } from './lines.ts';
import { hintOf } from './members.ts';
import { NamedRows } from './named-rows.tsx';

interface Properties {
  path: 'funnels' | 'segments';
  named: Readonly<Record<string, string[]>> | undefined;
  onChange: (named: Record<string, string[]> | undefined) => void;
}

/** Funnels or segments: names, each with one step or filter a line. */
export function Lists(properties: Properties) {
  return (
    <>
      <p class="faint">{hintOf(properties.path)}</p>
      <NamedRows {...properties}>
        {(lines: string[] | undefined, label, set) => <Lines label={label} lines={lines} onChange={set} />}
      </NamedRows>
    </>
  );
}

interface LinesProperties {
  label: string;
  lines: readonly string[] | undefined;
  onChange: (lines: string[] | undefined) => void;
}

function Lines({ label, lines, onChange }: LinesProperties) {
  const [text, setText] = useState(lines?.join('\n') ?? '');
  return (
    <textarea
      aria-label={label}
      rows={Math.max(2, text.split('\n').length)}
      spellcheck={false}
      value={text}
      onInput={({ currentTarget: { value } }) => {
        setText(value);
        onChange(linesOf(value));
      }}
    />
  );
}
