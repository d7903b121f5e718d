import { useRef, useState } from 'preact/hooks';
import { spanOfDays } from '../format/spans.ts';
import { Options } from '../options.tsx';
import { Popup } from '../popup.tsx';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { daysBefore } from './comparison.ts';
import { dayIn } from './dates.ts';
import { DayInputs } from './day-inputs.tsx';

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

  // Nothing precedes all time. The choice is kept for the next period.
  if (view.period === 'all') return null;
  const before = view.compare;
  return (
    <>
      <select
        ref={select}
        aria-label={messages.period.compareWith}
        value={typeof before === 'object' ? 'these' : before}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <Options of={Object.entries(messages.period.comparisons)} />
        {typeof before === 'object' && (
          <option value="these">{messages.period.versus(spanOfDays(before, today))}</option>
        )}
      </select>
      {dates && typeof before === 'object' && (
        <Popup opener={select} label={messages.period.comparedDates} onClose={() => setDates(false)}>
          <DayInputs
            days={before}
            labels={[messages.period.comparedFirst, messages.period.comparedLast]}
            latest={today}
            onChange={(compare) => change({ compare })}
          />
        </Popup>
      )}
    </>
  );
}
