import type { ClickHouseClient } from '@clickhouse/client';
import type { Log } from '@tallyhouse/log';
import type { Reports } from './reports.ts';

/** What the checks look at. Times are milliseconds since 1970. */
export interface Subject {
  clickhouse: ClickHouseClient;
  log: Log;
  reports: Reports;
  /** From, up to but not including. */
  range: { from: number; to: number };
  /** Since when every raw ping is kept: RETENTION_PINGS removed earlier ones. */
  keptSince: number;
  /** Says how far a check is. */
  progress(text: string): void;
}

/** What a check found out about one thing. */
export interface Finding {
  /** The thing: `pageviews`, say. */
  name: string;
  /** What was compared, in words and numbers. */
  compared: string;
  /** What differs, a line each, the first few by name. Empty: all is as it should be. */
  differences: string[];
}

/** Compares two ways to the same knowledge. It changes nothing. */
export type Check = (subject: Subject) => Promise<Finding[]>;
