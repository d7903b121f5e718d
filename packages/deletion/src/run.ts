import { ClickHouseError } from '@clickhouse/client';
import { ArgumentError, createProgress, listed, many, truncatedAddress } from '@tallyhouse/service';
import type { Task } from './arguments.ts';
import { deleteTarget, type Finished, finishInterrupted, sayWhatIsLeft } from './delete.ts';
import { exportRows, isPerson } from './export-rows.ts';
import { whileAllLocked } from './lock.ts';
import { interrupted } from './plan/plan.ts';
import { type Doomed, preview, storedSites } from './preview.ts';
import type { Report } from './report.ts';
import { onEach, type Place } from './servers.ts';
import { type Target, wordsFor } from './target.ts';

interface RunDeps {
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** ACCESS_DENIED, READONLY, TABLE_IS_READ_ONLY */
const refusals: ReadonlySet<string> = new Set(['497', '164', '242']);

/**
 * Prints what a deletion would remove, and with `sure` carries it out, on all servers, without a question.
 * @throws ArgumentError, DeletionRunsError, SurvivorsError, or an Error that names the missing right
 */
export async function runDeletion(
  places: readonly Place[],
  { about, sure, exportTo }: Task,
  { output, clock }: RunDeps,
): Promise<void> {
  using report = createProgress(output, clock);
  const exportFirst = async () => {
    if (exportTo === undefined || !isPerson(about)) return;
    const interruptedOn = await onEach(places, interrupted);
    if (interruptedOn.some((one) => one?.isPlanned && isSame(one.about, about)))
      throw new Error(
        'This deletion was interrupted, and some rows are gone. Run it without --export to finish it.',
      );
    const rows = await exportRows(places, about, exportTo, { report, clock });
    report.say(`Written to ${exportTo}: ${many(rows, 'row')}.`);
  };
  try {
    if (!sure) {
      await show(places, about, report.say);
      await exportFirst();
      report.say('Nothing was changed. To delete this permanently, run the command again with --yes.');
      return;
    }
    await whileAllLocked(places, async () => {
      await exportFirst();
      await deleteOrFinish(places, about, report);
    });
    report.say(`Deleted: ${wordsFor(about)}. No table has anything of it.`);
    report.say(
      'Make a backup now (tallyhouse backup): earlier ones still have it, and only the tables and later backups know that it is deleted.',
    );
  } catch (error) {
    // After the name of a shard.
    const cause = error instanceof Error && error.cause instanceof ClickHouseError ? error.cause : error;
    if (cause instanceof ClickHouseError && refusals.has(cause.code)) {
      throw new Error(
        `ClickHouse does not let this user delete: ${cause.message}\nUse the user that the consumer has (CLICKHOUSE_USER), or give this one the rights SELECT, INSERT, ALTER, CREATE, DROP, TRUNCATE and OPTIMIZE.`,
      );
    }
    throw error;
  }
}

const isSame = (one: Target, other: Target) => JSON.stringify(one) === JSON.stringify(other);

/** Finishes interrupted deletions. If this deletion was one on each server, nothing remains to be done. */
async function deleteOrFinish(places: readonly Place[], about: Target, report: Report): Promise<void> {
  const finished = await finishInterrupted(places, report);
  const isThis = (one: Finished) => isSame(one.about, about);
  sayWhatIsLeft(
    finished.filter((one) => !isThis(one)),
    report,
  );
  const ofThis = finished.filter(isThis);
  if (ofThis.length === places.length && ofThis.every(({ left }) => left.length === 0)) return;
  // Some shards may have finished before the interruption, and have no data of the site any more. The mark is made by now.
  const mark = ofThis.length === 0 && (await show(places, about, report.say));
  await deleteTarget(places, about, { mark, report });
}

/** @returns whether there is anything to delete */
async function show(places: readonly Place[], about: Target, say: (text: string) => void): Promise<boolean> {
  const sites = await storedSites(places);
  if (!sites.includes(about.site)) {
    const known = sites.length === 0 ? 'Nothing is stored.' : `Stored: ${listed(sites)}.`;
    throw new ArgumentError(`--site ${about.site}: nothing is stored of such a site. ${known}`);
  }
  const doomed = (await preview(places, about)).filter(({ rows }) => rows > 0);
  say(`${wordsFor(about)}:`);
  for (const { name, rows } of doomed) say(`  ${name.padEnd(20)}${many(rows, 'row')}`);
  if (doomed.length === 0) say(`  nothing is stored${await hintFor(places, about)}`);
  return doomed.length > 0;
}

/** With IP_STORAGE=truncated, addresses are stored as networks. */
async function hintFor(places: readonly Place[], about: Target): Promise<string> {
  if (about.kind !== 'ip') return '';
  const network = truncatedAddress(about.address);
  const rows: Doomed[] =
    network === about.address ? [] : await preview(places, { ...about, address: network });
  return rows.some(({ rows }) => rows > 0)
    ? ` of this address. Addresses of this site are stored truncated, so visitors cannot be told apart: --ip ${network} means all visits from that network`
    : ' of this address. With IP_STORAGE=none no address is stored: delete by --visitor or --session';
}
