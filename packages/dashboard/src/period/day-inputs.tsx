import { useState } from 'preact/hooks';
import { type Day, type Days, daysText, readDays } from './dates.ts';

interface Properties {
  days: Days;
  /** Labels of the first and the last day. */
  labels: readonly [string, string];
  /** Later days have no data yet. */
  latest: Day;
  onChange: (days: Days) => void;
}

/** Inputs for a first and a last day. A change takes effect when both are valid and in order. */
export function DayInputs({ days, labels, latest, onChange }: Properties) {
  const [draft, setDraft] = useState<Days>();
  const range = draft ?? days;
  const set = (parts: Partial<Days>) => {
    const next = { ...range, ...parts };
    const usable = readDays(daysText(next)) !== undefined && next.first <= latest;
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
