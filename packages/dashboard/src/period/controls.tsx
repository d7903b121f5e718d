import { useMemo } from 'preact/hooks';
import { onFirstUse } from '../format/on-first-use.ts';
import { GoalControl } from '../goal/goal-control.tsx';
import { Icon } from '../icons.tsx';
import { useAfterPaint } from '../url/use-after-paint.ts';
import { useView } from '../url/use-view.ts';
import { CompareControl } from './compare-control.tsx';
import { dayIn } from './dates.ts';
import { DayInputs } from './day-inputs.tsx';
import { daysOf, isPreset, neighbour, presets } from './period.ts';

const custom = 'custom';

/** Selects period, comparison and time zone. @param plain without goal and comparison */
export function PeriodControls({ plain = false }: { plain?: boolean }) {
  const { view, change, now } = useView();
  const today = dayIn(view.timezone, now);
  const isPanels = view.report === undefined && view.page === undefined && !plain;

  const choose = (value: string) => {
    const period = isPreset(value) ? value : daysOf(view.period, today);
    change({ period, granularity: undefined });
  };

  return (
    <>
      <span class="stepped">
        <Step direction={-1} />
        <select
          aria-label="Period"
          value={typeof view.period === 'object' ? custom : view.period}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {Object.entries(presets).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
          <option value={custom}>Custom …</option>
        </select>
        <Step direction={1} />
      </span>
      {typeof view.period === 'object' && (
        <DayInputs
          days={view.period}
          labels={['First day', 'Last day']}
          latest={today}
          onChange={(period) => change({ period, granularity: undefined })}
        />
      )}
      {isPanels && <GoalControl />}
      {view.report === undefined && !plain && <CompareControl />}
      <Timezone />
    </>
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

const zones = onFirstUse(() => Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC'));
const regionOf = (name: string) => name.replace(/\/.*/, '');
/** The name of a zone within its region. */
const placeOf = (name: string) => name.slice(name.indexOf('/') + 1).replaceAll('_', ' ');

function Timezone() {
  const { view, change } = useView();
  // They are more than four hundred elements.
  const withAll = useAfterPaint();
  const all = useMemo(() => (withAll ? zones() : []), [withAll]);
  const options = useMemo(() => <Zones names={all} />, [all]);
  return (
    <select
      class="timezone"
      aria-label="Time zone"
      title={view.timezone}
      value={view.timezone}
      onChange={({ currentTarget }) => change({ timezone: currentTarget.value })}
    >
      <option>UTC</option>
      {view.timezone !== 'UTC' && !all.includes(view.timezone) && (
        <option value={view.timezone}>{placeOf(view.timezone)}</option>
      )}
      {options}
    </select>
  );
}

function Zones({ names }: { names: readonly string[] }) {
  return (
    <>
      {[...new Set(names.map(regionOf))].map((region) => (
        <optgroup key={region} label={region}>
          {names
            .filter((name) => regionOf(name) === region)
            .map((name) => (
              <option key={name} value={name}>
                {placeOf(name)}
              </option>
            ))}
        </optgroup>
      ))}
    </>
  );
}
