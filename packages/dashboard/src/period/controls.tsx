import { useRef, useState } from 'preact/hooks';
import { spanOfDays } from '../format/spans.ts';
import { Icon } from '../icons.tsx';
import { Popup } from '../popup.tsx';
import { useView } from '../url/use-view.ts';
import { dayIn } from './dates.ts';
import { DayInputs } from './day-inputs.tsx';
import { daysOf, isPreset, neighbour, presets } from './period.ts';

/** Selects the period; dates of one's own in a card below it. */
export function PeriodControl() {
  const { view, change, now } = useView();
  const [dates, setDates] = useState(false);
  const whole = useRef<HTMLSpanElement>(null);
  const today = dayIn(view.timezone, now);
  const own = typeof view.period === 'object' ? view.period : undefined;

  const choose = (value: string) => {
    setDates(value === 'custom');
    const period = isPreset(value) ? value : daysOf(view.period, today);
    change({ period, granularity: undefined });
  };

  return (
    <span class="stepped" ref={whole}>
      <Step direction={-1} />
      <select
        aria-label="Period"
        value={typeof view.period === 'object' ? 'these' : view.period}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {Object.entries(presets).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
        {own && <option value="these">{spanOfDays(own, today)}</option>}
        <option value="custom">Custom …</option>
      </select>
      <Step direction={1} />
      {dates && own && (
        <Popup opener={whole} label="Dates" onClose={() => setDates(false)}>
          <DayInputs
            days={own}
            labels={['First day', 'Last day']}
            latest={today}
            onChange={(period) => change({ period, granularity: undefined })}
          />
        </Popup>
      )}
    </span>
  );
}

/** Goes to the period before or after. */
function Step({ direction }: { direction: -1 | 1 }) {
  const { view, change, now } = useView();
  const next = neighbour(view.period, dayIn(view.timezone, now), direction);
  const name = direction < 0 ? 'Earlier' : 'Later';
  return (
    <button
      type="button"
      class="quiet icon"
      disabled={next === undefined}
      aria-label={name}
      title={name}
      onClick={() => next && change({ period: next, granularity: undefined })}
    >
      <Icon name={direction < 0 ? 'back' : 'open'} />
    </button>
  );
}
