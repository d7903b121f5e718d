import type { ClickHouseClient } from '@clickhouse/client';
import type { Log } from '@tallyhouse/log';
import type { Reports } from './reports.ts';

/** The inputs of the checks. Times are milliseconds since 1970. */
export interface Subject {
  clickhouse: ClickHouseClient;
  log: Log;
  reports: Reports;
  /** Includes `from`, excludes `to`. */
  range: { from: number; to: number };
  /** The time since which all raw pings are kept; RETENTION_PINGS removed earlier ones. */
  keptSince: number;
  /** Reports the progress of a check. */
  progress(text: string): void;
}

/** The result of a check for one thing. */
export interface Finding {
  /** The thing, for example `pageviews`. */
  name: string;
  /** A description of what was compared. */
  compared: string;
  /** The differences, one per line, the first few by name. Empty: nothing differs. */
  differences: string[];
}

/** Compares two sources of the same fact. It changes nothing. */
export type Check = (subject: Subject) => Promise<Finding[]>;
