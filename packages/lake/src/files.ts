/** The files of a view: the expected and the existing ones. */
import type { Manifest } from './manifest.ts';
import { type FileOf, type Grain, grainOf, pathOf } from './paths.ts';
import type { Place } from './place.ts';
import type { Fingerprint, Span, StoredDay } from './stored.ts';
import type { View } from './views.ts';

export interface Totals {
  files: number;
  rows: number;
  bytes: number;
  kept: number;
  removed: number;
}

/** An exported view, and its place. */
export interface About {
  place: Place;
  view: View;
  span: Span;
  grain: Grain;
  manifest: Manifest;
  update: boolean;
  totals: Totals;
}

export const fileOf = ({ name }: View, { site_id, date }: StoredDay): FileOf => ({
  view: name,
  site: site_id,
  date,
});

const isIn = ({ from, until, sites }: Span, { site, date }: FileOf): boolean =>
  // A month or year begins as its days do.
  date >= from.slice(0, date.length) &&
  date <= until.slice(0, date.length) &&
  (sites.length === 0 || sites.includes(site));

/** The manifest's files within the task. */
export const inSpan = ({ manifest, view, span }: About): FileOf[] =>
  [...manifest.files()].filter((file) => file.view === view.name && isIn(span, file));

/** The paths of files that need not be written, by the manifest. A file may be missing because somebody, or a power cut, removed it. */
export async function finishedPaths(about: About, stored: readonly StoredDay[]): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const day of stored) {
    const file = fileOf(about.view, day);
    if (await isThere(about, file)) paths.add(pathOf(file));
  }
  return paths;
}

async function isThere({ place, manifest }: About, file: FileOf): Promise<boolean> {
  const found = manifest.find(file);
  return found !== undefined && (await place.size(file)) === found.bytes;
}

/** Whether the file has these rows. A day, month or year that was incomplete then is always written again. */
export async function isUpToDate(about: About, day: Fingerprint): Promise<boolean> {
  const file = fileOf(about.view, day);
  const entry = about.manifest.find(file);
  if (entry?.fingerprint !== day.fingerprint || entry.exported_at.slice(0, day.date.length) <= day.date)
    return false;
  return isThere(about, file);
}

/** Removes files, and the folders that are empty without them. */
export async function remove({ place, manifest, totals }: About, files: readonly FileOf[]): Promise<void> {
  if (files.length === 0) return;
  await manifest.begin(files);
  for (const file of files) {
    await place.remove(file);
    await manifest.removed(file);
    totals.removed++;
  }
}

/**
 * @throws an Error when the lake has files of another length, in which readers would find rows twice, of a view that an update would not
 *   read, or of an earlier format that would stay, as readers refuse two types of a column
 */
export function refuseOthers(
  { manifest, place, span, grain, update }: Omit<About, 'view' | 'totals'>,
  views: readonly View[],
): void {
  const other = (what: string, option: string) =>
    new Error(`${place.name} has files ${what}: say --${option}, or name another place.`);
  for (const file of manifest.files()) {
    const { date, view } = file;
    if (grainOf(date) !== grain) throw other(`by ${grainOf(date)}`, `by ${grainOf(date)}`);
    if (update && views.every(({ name }) => name !== view)) throw other(`of ${view}`, 'personal');
    if (manifest.isOld && !(update && isIn(span, file)))
      throw new Error(
        `${place.name} has files of an earlier version, whose ids are of another type. Run the command once with --update for all of its days and sites: without --from or a last day, and with --site only if it names each of them.`,
      );
  }
}
