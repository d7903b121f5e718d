import { many, messageOf } from '@tallyhouse/service';
import { eraseEmptyChanges, eraseRows } from './erase/erase.ts';
import { noteDeletedDays } from './erase/note-deleted-days.ts';
import { rebuildDays } from './erase/rebuild-days.ts';
import { endPlan, interrupted, makePlan, planNewDays } from './plan/plan.ts';
import { type Left, survivors } from './prove.ts';
import type { Report } from './report.ts';
import { named, onEach, type Place, reportOf, serverTime } from './servers.ts';
import { type Target, wordsFor } from './target.ts';

/** Data of the target is still stored. The message names it. */
class SurvivorsError extends Error {
  override name = 'SurvivorsError';

  constructor(about: Target, left: readonly Left[]) {
    super(
      `Not everything is gone of ${wordsFor(about)}:\n${left.map(({ table, column, rows }) => `  ${table}.${column}: ${many(rows, 'row')}`).join('\n')}\nRun the command again. Rows that remain after that belong to others, such as a path or a property that names the id.`,
    );
  }
}

/** An interrupted deletion that has now been finished on its server. */
export interface Finished {
  about: Target;
  /** Remaining data, in rows of others. */
  left: Left[];
}

/** Deletes the target on every server, and proves that nothing is left. The caller holds the locks. @throws SurvivorsError */
export async function deleteTarget(
  places: readonly Place[],
  about: Target,
  options: { remember?: boolean; mark?: boolean; report: Report },
): Promise<void> {
  await makePlan(places, about, options);
  const left = await onEach(places, async (_, place) => {
    const found = await carryOut(place, about, options.report);
    // Otherwise the plan stays, because another run may help.
    if (found.length === 0) await endPlan(place.client, about);
    return found;
  });
  if (left.flat().length > 0) throw new SurvivorsError(about, left.flat());
}

/** Finishes interrupted deletions: at most one on each server. The caller holds the locks. */
export async function finishInterrupted(places: readonly Place[], report: Report): Promise<Finished[]> {
  const finished: Finished[] = [];
  const finish = () =>
    onEach(places, async (client, place) => {
      const found = await interrupted(client);
      if (!found?.isPlanned) return;
      const { about } = found;
      report.say(`${named(place)}A deletion was interrupted: finishing ${wordsFor(about)}.`);
      const left = await carryOut(place, about, report);
      // Data that is left by now stays, and must not block other deletions.
      await endPlan(client, about);
      finished.push({ about, left });
    });
  await finish();
  // After those: it replaces the plans of all servers.
  const [half] = (await onEach(places, interrupted)).flatMap((found) => found ?? []);
  if (half) {
    const isPlanned = await makePlan(places, half.about, { mark: half.mark, report }).then(
      () => true,
      // It must not block other deletions either.
      (error) => report.say(`${wordsFor(half.about)} was interrupted, and again: ${messageOf(error)}`),
    );
    if (isPlanned) await finish();
  }
  return finished;
}

/** Prints what finished deletions left. */
export function sayWhatIsLeft(finished: readonly Finished[], report: Report): void {
  for (const { about, left } of finished)
    if (left.length > 0) report.say(new SurvivorsError(about, left).message);
}

/** Deletes what the plan of a server names. @returns the remaining data */
async function carryOut(place: Place, about: Target, report: Report): Promise<Left[]> {
  const { client } = place;
  const ofPlace = reportOf(place, report);
  // Before, because nothing may be left that shows data on these days; and when all readers see that it is gone.
  await noteDeletedDays(client, about);
  await eraseRows(client, about, ofPlace);
  await planNewDays(client, about);
  const begun = await serverTime(client);
  await rebuildDays(client, ofPlace);
  await noteDeletedDays(client, about);
  await eraseEmptyChanges(client, about, begun);
  ofPlace.step('looking for anything left in every table');
  const left = await survivors(client, about);
  return left.map((one) => ({ ...one, table: `${named(place)}${one.table}` }));
}
