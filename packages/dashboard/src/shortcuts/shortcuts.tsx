import { useState } from 'preact/hooks';
import { Dialog } from '../dialog.tsx';
import { dayIn } from '../period/dates.ts';
import { neighbour, type Preset } from '../period/period.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { areShortcutsOn, type Shortcut, shortcuts, turnShortcuts, useShortcuts } from './use-shortcut.ts';

const periods: Partial<Record<Shortcut, Preset>> = { d: 'today', w: '7d', m: 'month', y: 'year', a: 'all' };

/** Periods by single keys, and the help that lists all of them. */
export function Shortcuts() {
  const { view, change, now } = useView();
  const [open, setOpen] = useState(false);
  const today = dayIn(view.timezone, now);
  useShortcuts((key) => {
    if (key === '?') setOpen(true);
    const direction = key === 'p' ? -1 : key === 'n' ? 1 : undefined;
    const period = direction ? neighbour(view.period, today, direction) : periods[key];
    if (period !== undefined) change({ period, granularity: undefined });
  });
  return open ? <Help onClose={() => setOpen(false)} /> : null;
}

/** The single keys, and a checkbox to turn them off. */
export function Help({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(areShortcutsOn);
  return (
    <Dialog title={messages.shortcuts.title} onClose={onClose}>
      <dl class="keys">
        {shortcuts.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{wordsOf(key)}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={on}
          onChange={({ currentTarget: { checked } }) => {
            turnShortcuts(checked);
            setOn(checked);
          }}
        />
        {messages.shortcuts.use}
      </label>
    </Dialog>
  );
}

function wordsOf(key: Shortcut): string {
  const period = periods[key];
  if (period !== undefined) return messages.period.presets[period];
  const { before, after, help } = messages.shortcuts;
  if (key === '/') return messages.filters.filter;
  if (key === '+') return messages.annotations.annotations;
  return key === 'p' ? before : key === 'n' ? after : help;
}
