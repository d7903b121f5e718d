import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { ArgumentError, truncatedAddress } from '@tallyhouse/service';
import { deleteTarget, finishInterrupted } from './delete.ts';
import { whileLocked } from './lock.ts';
import { type Doomed, preview, storedSites } from './preview.ts';
import { createReport } from './report.ts';
import { type Target, wordsFor } from './target.ts';

interface RunDeps {
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** ACCESS_DENIED, READONLY, TABLE_IS_READ_ONLY */
const refusals: ReadonlySet<string> = new Set(['497', '164', '242']);

/**
 * Prints what a deletion would remove, and with `sure` carries it out. Nothing is asked.
 * @throws ArgumentError, DeletionRunsError, SurvivorsError, or an Error that names the missing right
 */
export async function runDeletion(
  client: ClickHouseClient,
  { about, sure }: { about: Target; sure: boolean },
  { output, clock }: RunDeps,
): Promise<void> {
  const report = createReport(output, clock);
  try {
    if (!sure) {
      await show(client, about, report.say);
      report.say('Nothing was changed. To delete this for good, run the command again with --yes.');
      return;
    }
    await whileLocked(client, async () => {
      const finished = await finishInterrupted(client, report);
      if (JSON.stringify(finished) !== JSON.stringify(about)) {
        await show(client, about, report.say);
        await deleteTarget(client, about, { report });
      }
      report.say(`Deleted: ${wordsFor(about)}. No table has anything of it.`);
      report.say(
        'Make a backup now (tallyhouse backup): earlier ones still have it, and only the tables and later backups know that it is deleted.',
      );
    });
  } catch (error) {
    if (error instanceof ClickHouseError && refusals.has(error.code)) {
      throw new Error(
        `ClickHouse does not let this user delete: ${error.message}\nUse the user that the consumer has (CLICKHOUSE_USER), or give this one the rights SELECT, INSERT, ALTER, CREATE, DROP, TRUNCATE and OPTIMIZE.`,
      );
    }
    throw error;
  }
}

async function show(client: ClickHouseClient, about: Target, say: (text: string) => void): Promise<void> {
  const sites = await storedSites(client);
  if (!sites.includes(about.site)) {
    const known =
      sites.length === 0
        ? 'Nothing is stored.'
        : `Stored: ${sites.slice(0, 20).join(', ')}${sites.length > 20 ? ' ...' : ''}.`;
    throw new ArgumentError(`--site ${about.site}: nothing is stored of such a site. ${known}`);
  }
  const doomed = await preview(client, about);
  say(`${wordsFor(about)}:`);
  for (const { name, rows } of doomed.filter(({ rows }) => rows > 0)) say(`  ${name.padEnd(20)}${rows} rows`);
  if (doomed.every(({ rows }) => rows === 0)) say(`  nothing is stored${await hintFor(client, about)}`);
}

/** With IP_STORAGE=truncated, addresses are stored as networks. */
async function hintFor(client: ClickHouseClient, about: Target): Promise<string> {
  if (about.kind !== 'ip') return '';
  const network = truncatedAddress(about.address);
  const rows: Doomed[] =
    network === about.address ? [] : await preview(client, { ...about, address: network });
  return rows.some(({ rows }) => rows > 0)
    ? ` of this address. Addresses of this site are stored truncated, so one visitor cannot be told from another: --ip ${network} means all visits from that network`
    : ' of this address. With IP_STORAGE=none no address is stored: delete by --visitor or --session';
}
