import { useMemo } from 'preact/hooks';
import { onFirstUse } from '../format/on-first-use.ts';
import { Options } from '../options.tsx';
import { canonicalZone, ownZone } from '../url/timezone.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';

const zones = onFirstUse(() => Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC'));
const regionOf = (name: string) => name.replace(/\/.*/, '');
/** The name of a zone within its region. */
const placeOf = (name: string) => name.slice(name.indexOf('/') + 1).replaceAll('_', ' ');

/** Selects the zone of days: the site's and the reader's own come first. */
export function ZoneControl() {
  const { view, siteZone, change } = useView();
  const near = nearest(siteZone);
  const all = useMemo(() => <Zones names={zones().filter((name) => !near.has(name))} />, [siteZone]);
  return (
    <select
      class="timezone"
      aria-label={messages.header.timeZone}
      value={view.timezone}
      onChange={({ currentTarget: { value } }) => change({ tz: value === siteZone ? undefined : value })}
    >
      <Options of={near} />
      {!near.has(view.timezone) && !zones().includes(view.timezone) && <option>{view.timezone}</option>}
      {all}
    </select>
  );
}

/** Names the zone if it is not the reader's own. */
export function ZoneNote() {
  const { view, siteZone } = useView();
  if (canonicalZone(view.timezone) === ownZone()) return null;
  const words = nearest(siteZone).get(view.timezone) ?? placeOf(view.timezone);
  return (
    <span class="zone-note faint" title={messages.period.midnightIn(view.timezone)}>
      {words}
    </span>
  );
}

/** The most likely zones for a reader, with their labels. */
function nearest(siteZone: string | undefined): ReadonlyMap<string, string> {
  const own = ownZone();
  const { ofSite, ofSiteAndYours, yours } = messages.period;
  const isSame = canonicalZone(siteZone ?? '') === own;
  return new Map([
    ...(siteZone ? [[siteZone, (isSame ? ofSiteAndYours : ofSite)(placeOf(siteZone))] as const] : []),
    ...(isSame ? [] : [[own, yours(placeOf(own))] as const]),
    ...(own === 'UTC' || siteZone === 'UTC' ? [] : [['UTC', 'UTC'] as const]),
  ]);
}

function Zones({ names }: { names: readonly string[] }) {
  return (
    <>
      {[...new Set(names.map(regionOf))].map((region) => (
        <optgroup key={region} label={region}>
          <Options
            of={names.filter((name) => regionOf(name) === region).map((name) => [name, placeOf(name)])}
          />
        </optgroup>
      ))}
    </>
  );
}
