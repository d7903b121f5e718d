import { useState } from 'preact/hooks';
import { useView } from '../url/use-view.ts';
import { dayIn } from './dates.ts';
import { earliest, isPreset, presets, resolve } from './period.ts';

const custom = 'custom';

/** Which time is looked at, in which zone, and whether the time before is shown with it. */
export function PeriodControls() {
  const { view, change, now } = useView();
  const chosen = typeof view.period === 'object' ? custom : view.period;

  const choose = (value: string) => {
    if (isPreset(value)) return change({ period: value, granularity: undefined });
    const today = dayIn(view.timezone, now);
    const { start, end } = resolve(view.period, view.timezone, now).asked;
    const first = start.slice(0, 10);
    change({ period: { first, last: end?.slice(0, 10) ?? today }, granularity: undefined });
  };

  return (
    <div class="period">
      <select
        aria-label="Period"
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {Object.entries(presets).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
        <option value={custom}>Custom …</option>
      </select>
      {typeof view.period === 'object' && <CustomRange {...view.period} />}
      <label class="check" title="Growth, and the days before as a line behind">
        <input
          type="checkbox"
          checked={view.compare}
          onChange={({ currentTarget }) => change({ compare: currentTarget.checked })}
        />
        Compare
      </label>
      <Timezone />
    </div>
  );
}

/** Takes effect when both days are there and in order; until then it is only written down. */
function CustomRange(given: { first: string; last: string }) {
  const { change, view, now } = useView();
  const [draft, setDraft] = useState<typeof given>();
  const range = draft ?? given;
  const latest = dayIn(view.timezone, now);
  const set = (parts: Partial<typeof given>) => {
    const next = { ...range, ...parts };
    const usable = next.first >= earliest && next.first <= next.last && next.first <= latest;
    setDraft(usable ? undefined : next);
    if (usable) change({ period: next, granularity: undefined });
  };
  const wrong = range.first > range.last;
  return (
    <span class="range">
      <input
        type="date"
        aria-label="First day"
        value={range.first}
        max={latest}
        aria-invalid={wrong}
        onChange={({ currentTarget }) => set({ first: currentTarget.value })}
      />
      <span aria-hidden="true">–</span>
      <input
        type="date"
        aria-label="Last day"
        value={range.last}
        max={latest}
        aria-invalid={wrong}
        onChange={({ currentTarget }) => set({ last: currentTarget.value })}
      />
    </span>
  );
}

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];

function Timezone() {
  const { view, change } = useView();
  return (
    <select
      class="timezone"
      aria-label="Time zone"
      value={view.timezone}
      onChange={({ currentTarget }) => change({ timezone: currentTarget.value })}
    >
      {!zones.includes(view.timezone) && <option value={view.timezone}>{view.timezone}</option>}
      {zones.map((name) => (
        <option key={name} value={name}>
          {name.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  );
}
