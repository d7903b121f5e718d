import { useRef, useState } from 'preact/hooks';
import { spanOfDays } from '../format/spans.ts';
import { IconButton } from '../icons.tsx';
import { Options } from '../options.tsx';
import { Popup } from '../popup.tsx';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { dayIn } from './dates.ts';
import { DayInputs } from './day-inputs.tsx';
import { daysOf, isPreset, neighbour, presets } from './period.ts';

/** Selects the period; custom dates in a card below it. */
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
        aria-label={messages.period.period}
        value={typeof view.period === 'object' ? 'these' : view.period}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <Options of={presets.map((name) => [name, messages.period.presets[name]])} />
        {own && <option value="these">{spanOfDays(own, today)}</option>}
        <option value="custom">{messages.period.custom}</option>
      </select>
      <Step direction={1} />
      {dates && own && (
        <Popup opener={whole} label={messages.period.dates} onClose={() => setDates(false)}>
          <DayInputs
            days={own}
            labels={[messages.period.firstDay, messages.period.lastDay]}
            latest={today}
            onChange={(period) => change({ period, granularity: undefined })}
          />
        </Popup>
      )}
    </span>
  );
}

function Step({ direction }: { direction: -1 | 1 }) {
  const { view, change, now } = useView();
  const next = neighbour(view.period, dayIn(view.timezone, now), direction);
  const name = direction < 0 ? messages.period.earlier : messages.period.later;
  return (
    <IconButton
      icon={direction < 0 ? 'back' : 'open'}
      words={name}
      disabled={next === undefined}
      onClick={() => next && change({ period: next, granularity: undefined })}
    />
  );
}
