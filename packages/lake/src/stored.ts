/** The rows of the views, by site and day. */
import { select } from '@tallyhouse/clickhouse';
import { ArgumentError, listed } from '@tallyhouse/service';
import { empty, parameter, raw, type Sql, sql, texts } from '@tallyhouse/sql';
import { z } from 'zod';
import { type Grain, grainOf } from './paths.ts';
import type { View, Views } from './views.ts';

/** Days are UTC, `YYYY-MM-DD`, both included. */
export interface Span {
  from: string;
  until: string;
  /** All sites, if empty. */
  sites: readonly string[];
}

const ids = ['ping_id', 'pageview_id', 'session_id', 'visitor_id'];

/** Behind a `*`: ids as text, where the view has them. Spark cannot read UUIDs in Parquet. */
export const withTextIds = raw(`replace (${ids.map((id) => `toString(${id}) as ${id}`).join(', ')})`);

// The column has another name than `date`, which conditions are about.
const counted = z.object({ site_id: z.string(), part: z.string(), rows: z.number() });
const dated = <Row extends { part: string }>({ part, ...rest }: Row) => ({ ...rest, date: part });
const day = counted.transform(dated);
const fingerprint = counted.extend({ fingerprint: z.string() }).transform(dated);

/** The rows of a view of a site and day, month or year. */
export type StoredDay = z.output<typeof day>;

/** A day with a number that changes when any of its rows does. */
export type Fingerprint = z.output<typeof fingerprint>;

const date = (text: string) => parameter(text, 'Date');

const parts: Record<Grain, Sql> = {
  day: sql`toString(date)`,
  month: sql`formatDateTime(date, '%Y-%m')`,
  year: sql`toString(toYear(date))`,
};

/** The first and the last day of months or years. */
function daysOf(first: string, last: string): [from: string, until: string] {
  const [year = 0, month = 12] = last.split('-').map(Number);
  return [
    `${first}${'-01-01'.slice(first.length - '2026'.length)}`,
    new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10),
  ];
}

/** Whole months or years, where files are of these. */
export function wholeParts({ from, until, sites }: Span, grain: Grain): Span {
  if (grain === 'day') return { from, until, sites };
  const length = grain === 'month' ? '2026-11'.length : '2026'.length;
  const [first, last] = daysOf(from.slice(0, length), until.slice(0, length));
  return { from: first, until: last, sites };
}

/** A condition on the date. @param dates days, months or years, in order */
export function within(dates: readonly string[]): Sql {
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  if (grainOf(first) === 'day') return sql`date in ${parameter(dates, 'Array(Date)')}`;
  const [from, until] = daysOf(first, last);
  return sql`date >= ${date(from)} and date <= ${date(until)}`;
}

/** Sites and days, months or years, the oldest first. @param more columns, with a comma in front */
const rowsOf = (
  { database, view }: View,
  { from, until, sites }: Span,
  grain: Grain,
  condition: Sql,
  more: Sql,
) => sql`
select
    site_id,
    ${parts[grain]} as part,
    count() as rows${more}
from ${raw(`${database}.${view}`)}
where date >= ${date(from)}
  and date <= ${date(until)}
  and ${condition}
  and ${sites.length === 0 ? sql`true` : sql`site_id in ${texts(sites)}`}
group by
    site_id,
    part
order by
    part,
    site_id`;

/** Sites and days, months or years with rows, the oldest first. */
export const storedDays = (view: View, span: Span, grain: Grain): Promise<StoredDay[]> =>
  select(view.client, rowsOf(view, span, grain, sql`true`, empty), day);

/**
 * Sites and days among these days. The fingerprint changes with any value of any row, and with the columns; the order of the rows does not matter.
 * As a tuple, because the hash of a null is null otherwise, and not in the sum.
 * @param days in order
 */
export function fingerprints(
  view: View,
  span: Span,
  days: readonly string[],
  grain: Grain,
): Promise<Fingerprint[]> {
  const more = sql`, toString(sum(cityHash64(tuple(* ${withTextIds})))) as fingerprint`;
  return select(view.client, rowsOf(view, span, grain, within(days), more), fingerprint);
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
