import { bytesOf, type CommandDeps, inTurns, many } from '@tallyhouse/service';
import { type About, fileOf, finishedPaths, inSpan, isUpToDate, remove } from './files.ts';
import type { Manifest } from './manifest.ts';
import { pathOf } from './paths.ts';
import type { Place } from './place.ts';
import { type Fingerprint, fingerprints, type StoredDay, storedDays } from './stored.ts';
import type { Views } from './views.ts';
import { writeFileOf } from './write-file.ts';

/** Fingerprints are read for this many rows at a time, at most a month, so that an interruption repeats little. */
const rowsAtATime = 5_000_000;
const daysAtATime = 31;

/** Writes missing files of a view, and removes files without rows. */
export async function exportView(about: About, views: Views, deps: CommandDeps): Promise<void> {
  const { place, view, span, grain, manifest, update, totals } = about;
  deps.progress.step(`Looking for days of ${view.name}`);
  const stored = await storedDays(view, span, grain);
  await views.refuseRestore();
  await refuseSameNames(place, stored, manifest);
  const known = new Set(stored.map((day) => pathOf(fileOf(view, day))));
  const gone = inSpan(about).filter((file) => !known.has(pathOf(file)));
  await remove(about, update ? gone : gone.filter((file) => manifest.find(file) === undefined));

  const finished = update ? new Set<string>() : await finishedPaths(about, stored);
  totals.kept += finished.size;
  const toDo = stored.filter((day) => !finished.has(pathOf(fileOf(view, day))));
  deps.progress.step(`Writing ${view.name}`);
  const state = { of: toDo.length, seen: 0 };
  for (const days of inChunks(toDo, grain === 'day' ? daysAtATime : 1)) {
    deps.signal.throwIfAborted();
    await exportDays(about, days, finished, state, deps);
  }
}

/** @throws an Error when two sites would share a folder */
async function refuseSameNames(
  place: Place,
  stored: readonly StoredDay[],
  manifest: Manifest,
): Promise<void> {
  const sites = new Set([
    ...stored.map(({ site_id }) => site_id),
    ...[...manifest.files()].map(({ site }) => site),
  ]);
  const folded = new Map<string, string>();
  for (const site of sites) {
    const other = folded.get(site.toLowerCase());
    if (other !== undefined && (await place.foldsCase())) {
      throw new Error(
        `This file system takes the sites ${other} and ${site} for one folder. Name a folder on another one, or export each site to a folder of its own with --site.`,
      );
    }
    folded.set(site.toLowerCase(), site);
  }
}

/** Days, months or years, oldest first, in groups whose fingerprints are read together. */
function* inChunks(stored: readonly StoredDay[], atATime: number): Generator<string[]> {
  const rowsOf = new Map<string, number>();
  for (const { date, rows } of stored) rowsOf.set(date, (rowsOf.get(date) ?? 0) + rows);
  let days: string[] = [];
  let held = 0;
  for (const [date, rows] of rowsOf) {
    if (days.length > 0 && (days.length === atATime || held + rows > rowsAtATime)) {
      yield days;
      [days, held] = [[], 0];
    }
    days.push(date);
    held += rows;
  }
  if (days.length > 0) yield days;
}

async function exportDays(
  about: About,
  days: readonly string[],
  finished: ReadonlySet<string>,
  state: { of: number; seen: number },
  { progress, clock, signal }: CommandDeps,
): Promise<void> {
  const { place, view, span, grain, manifest, totals } = about;
  const found = await fingerprints(view, span, days, grain);
  const toWrite: Fingerprint[] = [];
  for (const one of found) {
    if (finished.has(pathOf(fileOf(view, one)))) continue;
    if (await isUpToDate(about, one)) {
      totals.kept++;
      state.seen++;
    } else toWrite.push(one);
  }
  if (toWrite.length === 0) return;
  await manifest.begin(toWrite.map((one) => fileOf(view, one)));
  await inTurns(toWrite, async ({ fingerprint, ...day }) => {
    signal.throwIfAborted();
    const file = fileOf(view, day);
    const exportedAt = new Date(clock()).toISOString();
    const written = await writeFileOf(place, file, view, signal);
    await manifest.finish({
      ...file,
      path: pathOf(file),
      ...written,
      fingerprint: written.rows === day.rows ? fingerprint : null,
      exported_at: exportedAt,
    });
    totals.files++;
    totals.rows += written.rows;
    totals.bytes += written.bytes;
    progress.show(`${++state.seen} of ${many(state.of, 'file')}, ${bytesOf(totals.bytes)}, ${day.date}`);
  });
}
