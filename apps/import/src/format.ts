import type { PingRow } from '@tallyhouse/ping';
import { printable } from '@tallyhouse/service';
import type { Hosts } from './hosts.ts';

/** Facts about the visitor that ingest would otherwise derive from address, user agent and referrer. `''` is unknown. */
export type Known = Partial<
  Pick<
    PingRow,
    | 'country'
    | 'region'
    | 'city'
    | 'latitude'
    | 'longitude'
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

interface Engaged {
  /** Milliseconds from entering the page to the last activity on it. */
  untilMs: number;
  focus_time_ms?: number | undefined;
  scroll_depth?: number | undefined;
}

/** A page view or an event of another system, or of a web server's log. */
export interface ImportRecord {
  /** Milliseconds since 1970. */
  at: number;
  /** Identifies it in its source permanently, whatever file it is in. */
  key: string;
  /** Whether no other record has the key: a second one is the same again, as after a join. */
  isUnique?: true;
  /** Its place among the records of one moment, where the source names it; otherwise they keep the order of their rows. */
  place?: number | undefined;
  /** The source's own visitor and visit. Without them: address and user agent; pauses of 30 minutes. */
  visitor?: string | undefined;
  visit?: string | undefined;
  /** The begin of the visit by the source, milliseconds since 1970. Without it, its first record that is read. */
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
  /** The whole record, as written; it identifies one without an id. */
  text: string;
  id?: string;
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

/** The result of a line or row. `skip` is well-formed but not a page view; its reason is in the summary. */
export type Reading =
  | {
      kind: 'record';
      record: ImportRecord;
      /** A second ping, about the page on which it happened. */
      second?: ImportRecord | undefined;
      /** A reason for each part that is left out. */
      lost?: readonly string[];
    }
  | {
      kind: 'request';
      request: WebRequest;
      /** The same as a page view, if it was one, unless a crawler requested it. */
      view: ImportRecord | undefined;
    }
  | { kind: 'skip'; reason: string }
  | { kind: 'nothing' }
  | { kind: 'unreadable'; why: string };

export type Row = Readonly<Record<string, string>>;

export interface LineFormat {
  kind: 'lines';
  name: string;
  /** Completes "not ...": the expected line. */
  expects: string;
  /** A reader for the lines of one file, in their order. */
  createReader(options: ReadOptions): (line: string) => Reading;
}

interface Table {
  name: string;
  /** The columns that distinguish it from other formats: all are required. */
  columns: readonly string[];
  /** Optional columns. */
  more?: readonly string[];
  /** Columns of whole numbers. */
  numbers?: readonly string[];
  /** Columns of degrees. */
  degrees?: readonly string[];
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
  /** A reader for the rows of all files, in their order. */
  createReader(options: RowOptions, lookup: Lookup): (row: Row) => Reading;
}

/** The names of columns that are read; for a record, those of its members. */
export interface Columns {
  readonly [name: string]: boolean | Columns;
}

/** A format of rows that have records and lists within them: JSON lines or Parquet. */
export interface ObjectFormat {
  kind: 'objects';
  name: string;
  expects: string;
  columns: Columns;
  /** Why the files must not be imported, as a sentence, by their names; undefined if they may. */
  refuse(paths: readonly string[]): string | undefined;
  /** A reader for the rows of all files, in any order. */
  createReader(options: RowOptions): (row: Readonly<Record<string, unknown>>) => Reading;
}

export type Format = LineFormat | TableFormat | ObjectFormat;

export interface ReadOptions {
  hosts: Hosts;
}

/** The error of a row by its site's id in the source; undefined when it is of the same site as the first row. */
export type IsForeign = (column: string, id: string) => string | undefined;

/** Detects rows of another site of the source. Imported together, two sites would become one. */
export function createOneSite(): IsForeign {
  let first: string | undefined;
  return (column, id) => {
    first ??= id;
    return id === first
      ? undefined
      : `its ${column} is ${id}, that of the first row ${first}: export one site only`;
  };
}

export interface RowOptions extends ReadOptions {
  /** Over all files. */
  isForeign: IsForeign;
}

export const recorded = (record: ImportRecord): Reading => ({ kind: 'record', record });
export const skip = (reason: string): Extract<Reading, { kind: 'skip' }> => ({ kind: 'skip', reason });
/** @param why may have texts of the row */
export const unreadable = (why: string): Reading => ({ kind: 'unreadable', why: printable(why) });
export const nothing: Reading = { kind: 'nothing' };
/** A page view without a path: no page is invented for it. */
export const pathless = skip('no path');
