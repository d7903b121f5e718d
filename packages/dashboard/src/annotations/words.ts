import type { Annotation } from '../api/reports.ts';
import { localTime, timesName } from '../format/buckets.ts';
import { dayIn, timeIn } from '../period/dates.ts';
import { messages } from '../words/words.ts';

/** A moment in the format of inputs for local times: 2026-11-21T10:15. */
export const localOf = (moment: number, timezone: string) =>
  `${dayIn(timezone, moment)}T${timeIn(timezone, moment).slice(0, 5)}`;

/** The moment of a local time: of two, the first; for a skipped time, as far after the gap as it is after the gap's start. */
export function momentOf(local: string, timezone: string): number {
  const wanted = Date.parse(`${local}Z`);
  const shown = (moment: number) => Date.parse(`${localOf(moment, timezone)}Z`);
  const [early = 0, late = 0] = [-864e5, 864e5].map((far) => 2 * wanted + far - shown(wanted + far));
  return shown(early) !== wanted && shown(late) === wanted ? late : early;
}

/** Whether the service found times without data. Its text is English, and says what kind and times do. */
export const isWithoutData = ({ kind }: Annotation) => kind === 'gap' || kind === 'outage';

/** What happened, for readers. */
export const textOf = (note: Annotation) =>
  isWithoutData(note) ? messages.annotations.kinds[note.kind] : note.text;

/** @param names of sites, by their ids */
export const sitesOf = (sites: readonly string[], names: ReadonlyMap<string, string>) =>
  sites.map((site) => (site === '*' ? messages.header.allSites : (names.get(site) ?? site))).join(', ');

export function whenOf({ at, until }: Annotation, timezone: string): string {
  const local = (moment: string) => localTime(`${localOf(Date.parse(moment), timezone)}:00`);
  return timesName(local(at), local(until ?? at));
}
