import type { ColumnRules } from '@tallyhouse/filter';
import {
  aboutProperty,
  type ComputedProperty,
  propertyComments,
  propertyNames,
  type SessionProperty,
} from '@tallyhouse/ping/session-properties';
import type { Sql } from '@tallyhouse/sql';
import { channel } from './channel/channel.ts';

/** A column of a fact, described once for settled tables, views for BI tools, and the comments of exports. */
export interface Column {
  name: string;
  type: string;
  comment: string;
  /** The codec in settled tables. */
  codec?: string;
}

/** Columns, one per line: `name | type | comment`, and a fourth part for a codec other than `ZSTD(1)`; `-` means none. */
export const columnsIn = (lines: string): Column[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', type = '', comment = '', codec = 'ZSTD(1)'] = line.split(' | ');
      return { name, type, comment, ...(codec === '-' ? {} : { codec }) };
    });

const properties = propertyNames as readonly SessionProperty[];
const text = (name: string, comment: string): Column => ({
  name,
  type: 'LowCardinality(String)',
  comment,
  codec: 'ZSTD(1)',
});

/** The exit page of a session and its properties. */
export const propertiesOfSession: readonly Column[] = [
  text('exit_page', 'Path of the last page'),
  ...properties.map((name) => text(name, aboutProperty(name))),
];

/** The columns that sums of sessions read, as columns of pageviews. */
export const countsOfItsSession: readonly Column[] = columnsIn(`
first_seen_at | DateTime64(3, 'UTC') | Session: time of the first ping | Delta(8), ZSTD(1)
duration_ms | UInt64 | Session: time from the first to the last ping, milliseconds | T64, ZSTD(1)
bounced | Bool | Session: whether it has exactly one pageview`);

/** The same for other facts of a session. */
export const propertiesOfItsSession: readonly Column[] = [
  text('exit_page', 'Session: path of the last page'),
  ...properties.map((name) => text(name, `Session: ${propertyComments[name]}`)),
];

/** A text computed from properties of a session (`reads`). No table stores it; queries include its SQL. */
interface ComputedColumn {
  reads: readonly string[];
  usual: Sql;
  /** Its SQL under the rules of the sites file for these sites; undefined for the usual SQL. */
  under?(rules: ColumnRules, sites: readonly string[]): Sql | undefined;
}

const computed: Readonly<Record<ComputedProperty, ComputedColumn>> = { channel };
export const computedColumns: ReadonlyMap<string, ComputedColumn> = new Map(Object.entries(computed));
