/** What the views hold, by site and day. */
import { select } from '@tallyhouse/clickhouse';
import { ArgumentError } from '@tallyhouse/service';
import { raw, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import daysSql from './days.sql';
import fingerprintsSql from './fingerprints.sql';
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

const valuesOf = ({ database, view }: View, { from, until, sites }: Span) => ({
  database,
  view,
  from,
  until,
  every_site: sites.length === 0,
  sites,
});

/** Sites and days with rows, the oldest day first. */
export const storedDays = (view: View, span: Span): Promise<StoredDay[]> =>
  select(view.client, daysSql, day, valuesOf(view, span));

/** Those of these days. @param days in order */
export const fingerprints = (view: View, span: Span, days: readonly string[]): Promise<Fingerprint[]> =>
  select(view.client, fingerprintsSql, fingerprint, {
    ...valuesOf(view, { ...span, from: days[0] ?? span.from, until: days.at(-1) ?? span.until }),
    days,
  });

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
  const known =
    stored.length === 0
      ? 'Nothing is stored.'
      : `Stored: ${stored.slice(0, 20).join(', ')}${stored.length > 20 ? ' ...' : ''}.`;
  throw new ArgumentError(`--site ${unknown.join(', ')}: nothing is stored of such a site. ${known}`);
}
