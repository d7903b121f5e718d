/** What the views hold, by site and day. */
import { select } from '@tallyhouse/clickhouse';
import { ArgumentError, listed } from '@tallyhouse/service';
import { empty, parameter, raw, type Sql, sql, texts } from '@tallyhouse/sql';
import { z } from 'zod';
import type { View, Views } from './views.ts';

/** Days are UTC, `YYYY-MM-DD`, both included. */
export interface Span {
  from: string;
  until: string;
  /** All sites, if empty. */
  sites: readonly string[];
}

const day = z.object({ site_id: z.string(), date: z.iso.date(), rows: z.number() });
const fingerprint = day.extend({ fingerprint: z.string() });

/** The rows of a view of a site and day. */
export type StoredDay = z.output<typeof day>;

/** With a number that differs once any of the rows does. */
export type Fingerprint = z.output<typeof fingerprint>;

const date = (text: string) => parameter(text, 'Date');

/** Sites and days, the oldest day first. @param more columns, with a comma in front */
const rowsOf = ({ database, view }: View, { from, until, sites }: Span, condition: Sql, more: Sql) => sql`
select
    site_id,
    date,
    count() as rows${more}
from ${raw(`${database}.${view}`)}
where date >= ${date(from)}
  and date <= ${date(until)}
  and ${condition}
  and ${sites.length === 0 ? sql`true` : sql`site_id in ${texts(sites)}`}
group by
    site_id,
    date
order by
    date,
    site_id`;

/** Sites and days with rows, the oldest day first. */
export const storedDays = (view: View, span: Span): Promise<StoredDay[]> =>
  select(view.client, rowsOf(view, span, sql`true`, empty), day);

/**
 * Sites and days among these days. The fingerprint changes with any value of any row, and with the columns; the order of the rows does not matter.
 * As a tuple, because the hash of a null is null otherwise, and not in the sum.
 * @param days in order
 */
export function fingerprints(view: View, span: Span, days: readonly string[]): Promise<Fingerprint[]> {
  const around = { ...span, from: days[0] ?? span.from, until: days.at(-1) ?? span.until };
  const ofDays = sql`date in ${parameter(days, 'Array(Date)')}`;
  const more = sql`, toString(sum(cityHash64(tuple(*)))) as fingerprint`;
  return select(view.client, rowsOf(view, around, ofDays, more), fingerprint);
}

/** @param exported the sites that the folder has @throws ArgumentError at a site that is neither stored nor in the folder */
export async function checkSites(
  { client, database }: Views,
  sites: readonly string[],
  exported: ReadonlySet<string>,
): Promise<void> {
  if (sites.length === 0) return;
  const rows = await select(
    client,
    sql`select site_id from ${raw(database)}.sites order by site_id`,
    z.object({ site_id: z.string() }),
  );
  const stored = rows.map(({ site_id }) => site_id);
  const unknown = sites.filter((site) => !stored.includes(site) && !exported.has(site));
  if (unknown.length === 0) return;
  const known = stored.length === 0 ? 'Nothing is stored.' : `Stored: ${listed(stored)}.`;
  throw new ArgumentError(`--site ${unknown.join(', ')}: nothing is stored of such a site. ${known}`);
}
