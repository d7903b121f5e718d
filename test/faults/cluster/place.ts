import type { ClickHouseClient } from '@clickhouse/client';
import type { Reporting } from '../check/query.ts';

/** The service, as a fault finds it. */
export interface Place extends Reporting {
  /** Each reads and writes a server that stores pings. */
  clients: readonly ClickHouseClient[];
  pingUrls(): string[];
  /** Resolves once everything that the log holds now is stored and committed. */
  settled(): Promise<void>;
  stop(): Promise<void>;
  /** What its programs printed, for a failure. */
  output(): string;
}
