import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, link, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { asked } from '@tallyhouse/clickhouse';
import { ArgumentError, syncPath } from '@tallyhouse/service';
import { raw, type Sql, sql } from '@tallyhouse/sql';
import { deadLettersOf } from './dead-letters.ts';
import { crawlsOf } from './plan/crawls.ts';
import { pingIds, sessionIds } from './plan/ids.ts';
import type { Report } from './report.ts';
import { named, onEach, type Place } from './servers.ts';
import { type Target, valuesOf, wordsFor } from './target.ts';

/** A target about a person: a visitor, a session, or an address. */
export type Person = Extract<Target, { kind: 'visitor' | 'session' | 'ip' }>;

export const isPerson = (about: Target): about is Person => ['visitor', 'session', 'ip'].includes(about.kind);

/**
 * Writes all rows of a person to a new file, as JSON lines that begin with the name of their table. The file exists as a whole or not at
 * all, even after a power cut, and only its owner may read it.
 * @returns the number of rows
 * @throws ArgumentError when the file exists, or an Error that names the file
 */
export async function exportRows(
  places: readonly Place[],
  about: Person,
  path: string,
  { report, clock }: { report: Report; clock: () => number },
): Promise<number> {
  const aside = `${path}.${randomUUID()}`;
  const discard = () => rmSync(aside, { force: true });
  // A signal ends the process at once.
  process.once('exit', discard);
  try {
    const file = await open(aside, 'wx', 0o600);
    let rows = 0;
    try {
      const { kind: _, ...of } = about;
      await file.write(
        `${JSON.stringify({ about: wordsFor(about), ...of, written_at: new Date(clock()) })}\n`,
      );
      for (const [table, query] of queriesOf(about)) {
        await onEach(places, async (client, place) => {
          report.step(`${named(place)}writing the rows of ${table}`);
          const result = await client.query({
            ...asked(query, valuesOf(about)),
            format: 'JSONEachRow',
            // A query that fails halfway must not look complete.
            clickhouse_settings: { wait_end_of_query: 1 },
          });
          for await (const lines of result.stream()) rows += await append(file, table, lines);
        });
      }
      await file.sync();
    } finally {
      await file.close();
    }
    // A link instead of a rename, which would replace a file that appeared meanwhile.
    await link(aside, path);
    await syncPath(dirname(path));
    return rows;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new ArgumentError(`--export ${path}: there is such a file already.`);
    throw new Error(`--export ${path}: ${message}. Nothing was deleted.`, { cause: error });
  } finally {
    discard();
    process.off('exit', discard);
  }
}

async function append(file: FileHandle, table: string, rows: readonly { text: string }[]): Promise<number> {
  const lines = rows.map(({ text }) => `{"table":${JSON.stringify(table)},${text.slice(1)}\n`);
  await file.writeFile(lines.join(''));
  return rows.length;
}

/** The tables with rows of a person, each with its query. Settled tables only repeat these. */
function queriesOf(about: Person): [table: string, query: Sql][] {
  const rowsOf = (table: string, condition: Sql, once = sql``) => sql`
with
    doomed_sessions as (${sessionIds[about.kind]}),
    doomed_pings as (${pingIds[about.kind]})
select * from ${raw(table)} where ${condition} ${once}`;
  const ofSession = sql`site_id = {site:String} and session_id in doomed_sessions`;
  const ofPing = sql`site_id = {site:String} and (session_id in doomed_sessions or ping_id in doomed_pings)`;
  const letters = deadLettersOf(about, { sessions: raw('doomed_sessions'), pings: raw('doomed_pings') });
  return [
    ['visitors', rowsOf('visitors final', sql`site_id = {site:String} and visitor_id = {id:UUID}`)],
    ['sessions', rowsOf('sessions final', ofSession)],
    ['pageviews', rowsOf('pageviews final', ofSession)],
    ['events', rowsOf('events final', ofPing)],
    // A ping may be stored twice.
    ['pings', rowsOf('pings', sql`drop_reason = '' and ${ofPing}`, sql`limit 1 by ping_id`)],
    ['crawls', rowsOf('crawls final', crawlsOf(about))],
    ['dead_letters', rowsOf('dead_letters final', letters)],
  ];
}
