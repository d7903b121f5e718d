import { GoalControl } from '../goal/goal-control.tsx';
import { Icon } from '../icons.tsx';
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

const zones = Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC');
const regionOf = (name: string) => name.replace(/\/.*/, '');
const regions = [...new Set(zones.map(regionOf))];
/** The name of a zone within its region. */
const placeOf = (name: string) => name.slice(name.indexOf('/') + 1).replaceAll('_', ' ');

function Timezone() {
  const { view, change } = useView();
  return (
    <select
      class="timezone"
      aria-label="Time zone"
      title={view.timezone}
      value={view.timezone}
      onChange={({ currentTarget }) => change({ timezone: currentTarget.value })}
    >
      <option>UTC</option>
      {view.timezone !== 'UTC' && !zones.includes(view.timezone) && <option>{view.timezone}</option>}
      {regions.map((region) => (
        <optgroup key={region} label={region}>
          {zones
            .filter((name) => regionOf(name) === region)
            .map((name) => (
              <option key={name} value={name}>
                {placeOf(name)}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}
