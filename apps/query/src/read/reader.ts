import { onOneShard, render, type Sql, type Statement } from '@tallyhouse/sql';
import type { Terms } from '../database/database.ts';
import type { Range } from '../parameters/range.ts';
import { type About, nearSpans, ofSites, siteColumn } from './about.ts';
import { rowsOf } from './arms.ts';
import { type FindTrusted, nameOf, type TableSet, type TrustedRows } from './days.ts';
import { passing, type TestedRows } from './filter/passing.ts';
import { type Relation, settledTablesFor } from './relation.ts';
import { sessionEvents } from './relations/events.ts';
import { hullOf, spanOf } from './spans.ts';

/** What a query of a report reads, and how: the request's range, sites and filters are the defaults. */
export interface Reader extends About {
  /** The moment of the request, milliseconds since 1970. */
  now: number;
  /** The condition on `site_id`. */
  ofSites: Sql;
  /** `site_id, ` before the columns of a key, where several sites are asked for. */
  site: Sql;
  /** The condition on `session_hour` of the sessions of the range's rows. Tables are sorted by it, so that few rows are read. */
  hours: Sql;
  /** Selects the rows of a relation. @param own replaces parts of the request */
  rows(relation: Relation, own?: Partial<Pick<About, 'range' | 'period'>>): Sql;
  /** The filters as conditions on the rows of a table that is read as it stands, `and` before each. */
  passing(rows: TestedRows): Sql;
}

/** Builds the SQL of a query. It is called twice: to learn which days are to be looked up, and to read them. */
export type Build = (read: Reader) => Sql;

/** A relation that settled tables may serve, and the range that it is read over. */
export interface Wanted {
  tables: TableSet;
  range: Range;
}

/**
 * @param trusted which days may come from settled tables; what it lacks is read live
 * @param want is called with each relation that settled tables may serve
 */
export function createReader(
  about: About & { now: number },
  trusted: TrustedRows,
  want: (wanted: Wanted) => void = () => {},
): Reader {
  const rows: Reader['rows'] = (relation, own = {}) => {
    const asked = { ...about, ...own };
    const tables = settledTablesFor(relation, asked.filters);
    want({ tables, range: asked.range });
    return rowsOf(relation, asked, trusted.get(nameOf(tables)), () => eventsIn(asked));
  };
  const eventsIn = ({ period }: About) => rows(sessionEvents, { range: period, period });
  const near = nearSpans(about);
  return {
    ...about,
    ofSites: ofSites(about.sites),
    site: siteColumn(about.sites),
    hours: near.hours,
    rows,
    passing: (tested) => onOneShard(passing(tested, about.filters, near, () => eventsIn(about))),
  };
}

/** The settled tables that may serve a query, by relation; and whether it reads a column: its SQL has the name. */
export function wantedBy(build: Build, about: About & { now: number }) {
  const wanted: Wanted[] = [];
  // Filters on events ask for theirs as the SQL is written.
  const live = render(build(createReader(about, new Map(), (one) => wanted.push(one))));
  const words = new Set(live.sql.match(/\w+/g));
  return {
    wanted: wanted.filter(({ tables }) => tables.length > 0),
    reads: (column: string) => words.has(column),
  };
}

/** Writes a query of a report, which reads each day from the tables that have its rows. */
export async function statementOf(
  build: Build,
  about: About & { now: number },
  findTrusted: FindTrusted,
  terms: Terms,
): Promise<Statement> {
  const { wanted, reads } = wantedBy(build, about);
  const { from, until } = hullOf([about.range, ...wanted.map(({ range }) => range)].map(spanOf));
  const sets = wanted.map(({ tables }) => tables);
  const { rows, tables } = await findTrusted(sets, about.sites, { start: from, end: until }, terms, reads);
  return render(build(createReader(about, rows)), about.cluster, tables);
}

export { nameOf } from './days.ts';
export { type Relation, settledTablesFor } from './relation.ts';
