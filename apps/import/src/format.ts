import type { PingRow } from '@tallyhouse/ping';
import type { Hosts } from './hosts.ts';

/** What a record says of its visitor that ingest would otherwise derive from address, user agent and referrer. `''` is unknown. */
export type Known = Partial<
  Pick<
    PingRow,
    | 'country'
    | 'region'
    | 'city'
    | 'browser'
    | 'browser_version'
    | 'os'
    | 'os_version'
    | 'device_type'
    | 'screen'
    | 'source'
    | 'medium'
  >
>;

/** Time spent on a page, as the source measured it. */
interface Engaged {
  /** Milliseconds from entering the page to the last sign of it. */
  untilMs: number;
  focus_time_ms?: number | undefined;
  scroll_depth?: number | undefined;
}

/** A page view or an event of another system, or of a web server's log. */
export interface ImportRecord {
  /** Milliseconds since 1970. */
  at: number;
  /** What identifies it in its source for ever, whatever file it is in. */
  key: string;
  /** The source's own visitor and visit. Without them: address and user agent; pauses of 30 minutes. */
  visitor?: string | undefined;
  visit?: string | undefined;
  /** When the source says that the visit began, milliseconds since 1970. Without it, its first record that is read. */
  visitBegan?: number | undefined;
  /** Further fields of the ping (docs/api.md). */
  ping: Readonly<Record<string, unknown>>;
  known?: Known | undefined;
  engaged?: Engaged | undefined;
  /** For a ping of type engage: time and key of its page view. */
  of?: { at: number; key: string } | undefined;
}

/** A request in the log of a web server. Unknown texts are `''`. */
export interface WebRequest {
  /** The whole record, as written. */
  text: string;
  /** Milliseconds since 1970; NaN when it cannot be read. */
  at: number;
  method: string;
  /** Path and query, or an absolute URL. */
  target: string;
  status: number;
  host: string;
  address: string;
  userAgent: string;
  referrer: string;
  contentType: string;
  language?: string;
}

/** What a line or row turned out to be. `skip` is well-formed and no page view; its reason is shown in the summary. */
export type Reading =
  | {
      kind: 'record';
      record: ImportRecord;
      /** A second ping, about the page on which it happened. */
      second?: ImportRecord | undefined;
      /** A reason for each thing that is left out of it. */
      lost?: readonly string[];
    }
  | {
      kind: 'request';
      request: WebRequest;
      /** The same as a page view, if it was one unless a crawler asked. */
      view: ImportRecord | undefined;
    }
  | { kind: 'skip'; reason: string }
  | { kind: 'nothing' }
  | { kind: 'unreadable'; why: string };

/** One row of a table, by its columns. Missing and null cells are `''`. */
export type Row = Readonly<Record<string, string>>;

/** A format of lines. */
export interface LineFormat {
  kind: 'lines';
  name: string;
  /** Completes "not ...": what a line should be. */
  expects: string;
  /** A reader for the lines of one file, in their order. */
  createReader(options: ReadOptions): (line: string) => Reading;
}

/** A table of a format. */
interface Table {
  name: string;
  /** The columns that tell it from other formats: it must have all of them. */
  columns: readonly string[];
  /** Further columns that are read if they are there. */
  more?: readonly string[];
}

/** Finds a row of a side table; undefined when there is none. */
export type Lookup = (table: string, key: string) => Row | undefined;

/** A format of tables: CSV or Parquet. */
export interface TableFormat {
  kind: 'table';
  name: string;
  expects: string;
  /** Its rows are the records. */
  main: Table;
  /** Read first, and looked up by `key`. */
  sides: readonly (Table & { key: string; required: boolean; kept: readonly string[] })[];
  createReader(options: ReadOptions, lookup: Lookup): (row: Row) => Reading;
}

/** The names of columns that are read; of a record those of its members. */
export interface Columns {
  readonly [name: string]: boolean | Columns;
}

/** A format of rows that have records and lists within them: JSON lines or Parquet. */
export interface ObjectFormat {
  kind: 'objects';
  name: string;
  expects: string;
  columns: Columns;
  /** A sentence that says why the files are not to be imported, by their names; undefined when they may. */
  refuse(paths: readonly string[]): string | undefined;
  createReader(options: ReadOptions): (row: Readonly<Record<string, unknown>>) => Reading;
}

export type Format = LineFormat | TableFormat | ObjectFormat;

export interface ReadOptions {
  hosts: Hosts;
}

export const recorded = (record: ImportRecord): Reading => ({ kind: 'record', record });
export const skip = (reason: string): Extract<Reading, { kind: 'skip' }> => ({ kind: 'skip', reason });
export const unreadable = (why: string): Reading => ({ kind: 'unreadable', why });
export const nothing: Reading = { kind: 'nothing' };
/** A page view has no path: no page is invented for it. */
export const pathless = skip('no path');
