import type { ClickHouseSettings } from '@clickhouse/client';

/** Reports are answered at once, exports over minutes: each kind has limits of its own. */
export type EndpointKind = 'report' | 'export';

/** What the requests of one kind may take of the database. */
export interface Limits {
  /** Longest that a query may run. */
  seconds: number;
  /** Most memory of a query; 0 leaves it to the server. */
  memoryBytes: number;
  /** Most threads of a query; 0 leaves it to the server. */
  threads: number;
  /** How many requests are served at once. */
  concurrency: number;
}

/** The limits of one query, as settings that go with it. */
export function querySettingsOf({ seconds, memoryBytes, threads }: Limits): ClickHouseSettings {
  return {
    max_execution_time: seconds,
    ...(memoryBytes > 0 ? { max_memory_usage: String(memoryBytes) } : {}),
    ...(threads > 0 ? { max_threads: threads } : {}),
    // A query ends when its connection does, but only one that cannot write: the two work together alone. 2 rather
    // than 1, which would refuse all other settings.
    readonly: '2',
    cancel_http_readonly_queries_on_client_close: 1,
    // Else 26.x sends status 200 with the first row. So what fails early is told by its status.
    http_response_buffer_size: String(1024 * 1024),
  };
}
