import type { ClickHouseSettings } from '@clickhouse/client';

/** Reports take seconds, exports minutes: each kind has its own limits. */
export type EndpointKind = 'report' | 'export';

/** What the requests of one kind may use of the database. */
export interface Limits {
  /** Time limit of a query. */
  seconds: number;
  /** Memory limit of a query; 0 leaves it to the server. */
  memoryBytes: number;
  /** Thread limit of a query; 0 leaves it to the server. */
  threads: number;
  /** Requests served at once. */
  concurrency: number;
}

/** The limits as ClickHouse settings of one query. */
export function querySettingsOf({ seconds, memoryBytes, threads }: Limits): ClickHouseSettings {
  return {
    max_execution_time: seconds,
    ...(memoryBytes > 0 ? { max_memory_usage: String(memoryBytes) } : {}),
    ...(threads > 0 ? { max_threads: threads } : {}),
    // Ends a query when its connection closes, which works for read-only queries alone. 2 rather than 1, which would
    // refuse all other settings.
    readonly: '2',
    cancel_http_readonly_queries_on_client_close: 1,
    // Otherwise 26.x sends status 200 with the first row. With the buffer, early errors get their own status.
    http_response_buffer_size: String(1024 * 1024),
  };
}
