import { useState } from 'preact/hooks';
import { type Day, type Days, earliest } from './dates.ts';

interface Properties {
  days: Days;
  /** What the first and the last day are called. */
  labels: readonly [string, string];
  /** Later ones have no numbers yet. */
  latest: Day;
  onChange: (days: Days) => void;
}

/** From one day to another. A change takes effect when both are there and in order. */
export function DayInputs({ days, labels, latest, onChange }: Properties) {
  const [draft, setDraft] = useState<Days>();
  const range = draft ?? days;
  const set = (parts: Partial<Days>) => {
    const next = { ...range, ...parts };
    const usable = next.first >= earliest && next.first <= next.last && next.first <= latest;
    setDraft(usable ? undefined : next);
    if (usable) onChange(next);
  };
  const wrong = range.first > range.last;
  const input = (end: keyof Days, label: string) => (
    <input
      type="date"
      aria-label={label}
      value={range[end]}
      max={latest}
      aria-invalid={wrong}
      onChange={({ currentTarget }) => set({ [end]: currentTarget.value })}
    />
  );
  return (
    <span class="range">
      {input('first', labels[0])}
      <span aria-hidden="true">–</span>
      {input('last', labels[1])}
    </span>
  );
}
