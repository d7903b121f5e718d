import { useRef, useState } from 'preact/hooks';
import { spanOfDays } from '../format/spans.ts';
import { Popup } from '../popup.tsx';
import { useView } from '../url/use-view.ts';
import { daysBefore } from './comparison.ts';
import { dayIn } from './dates.ts';
import { DayInputs } from './day-inputs.tsx';

const choices = {
  previous: 'vs. previous',
  year: 'vs. last year',
  custom: 'vs. dates …',
  none: 'No comparison',
} as const;

/** Selects the comparison of the period. */
export function CompareControl() {
  const { view, change, now } = useView();
  const [dates, setDates] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const today = dayIn(view.timezone, now);

  const choose = (value: string) => {
    setDates(value === 'custom');
    if (value === 'custom' && typeof view.compare !== 'object')
      change({ compare: daysBefore(view.period, today) });
    else if (value === 'previous' || value === 'year' || value === 'none') change({ compare: value });
  };

  // There is nothing before all time. The choice is kept for the next period.
  if (view.period === 'all') return null;
  const before = view.compare;
  return (
    <>
      <select
        ref={select}
        aria-label="Compare with"
        value={typeof before === 'object' ? 'these' : before}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {Object.entries(choices).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
        {typeof before === 'object' && <option value="these">vs. {spanOfDays(before, today)}</option>}
      </select>
      {dates && typeof before === 'object' && (
        <Popup opener={select} label="Dates of the comparison" onClose={() => setDates(false)}>
          <DayInputs
            days={before}
            labels={['First day of the comparison', 'Last day of the comparison']}
            latest={today}
            onChange={(compare) => change({ compare })}
          />
        </Popup>
      )}
    </>
  );
}
