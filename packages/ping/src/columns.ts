interface Column {
  name: string;
  type: string;
}

/** Version 1: what messages held before they began with their version. */
const version1 = [
  { name: 'ping_id', type: 'UUID' },
  { name: 'site_id', type: 'LowCardinality(String)' },
  { name: 'type', type: "Enum8('view' = 1, 'engage' = 2)" },
  { name: 'pinged_at', type: "DateTime64(3, 'UTC')" },
  { name: 'received_at', type: "DateTime64(3, 'UTC')" },
  { name: 'visitor_id', type: 'UUID' },
  { name: 'session_id', type: 'UUID' },
  { name: 'pageview_id', type: 'UUID' },
  { name: 'hostname', type: 'LowCardinality(String)' },
  { name: 'page_path', type: 'String' },
  { name: 'page_title', type: 'String' },
  { name: 'referrer', type: 'String' },
  { name: 'source', type: 'LowCardinality(String)' },
  { name: 'medium', type: 'LowCardinality(String)' },
  { name: 'utm_source', type: 'LowCardinality(String)' },
  { name: 'utm_medium', type: 'LowCardinality(String)' },
  { name: 'utm_campaign', type: 'LowCardinality(String)' },
  { name: 'utm_term', type: 'LowCardinality(String)' },
  { name: 'utm_content', type: 'LowCardinality(String)' },
  { name: 'focus_time_ms', type: 'UInt32' },
  { name: 'scroll_depth', type: 'UInt8' },
  { name: 'word_count', type: 'UInt32' },
  { name: 'ip', type: 'String' },
  { name: 'country', type: 'LowCardinality(String)' },
  { name: 'region', type: 'LowCardinality(String)' },
  { name: 'city', type: 'LowCardinality(String)' },
  { name: 'latitude', type: 'Nullable(Float32)' },
  { name: 'longitude', type: 'Nullable(Float32)' },
  { name: 'browser', type: 'LowCardinality(String)' },
  { name: 'browser_version', type: 'LowCardinality(String)' },
  { name: 'os', type: 'LowCardinality(String)' },
  { name: 'os_version', type: 'LowCardinality(String)' },
  { name: 'device_type', type: 'LowCardinality(String)' },
] as const;

const version2 = [...version1, { name: 'drop_reason', type: 'LowCardinality(String)' }] as const;

/**
 * The row contract between ingest, the log, the consumer and the table `pings`: for each version of a row its columns, in
 * the order in which a message holds them, with the ClickHouse type that the consumer announces to the server. A version
 * that was released is never changed: messages of it may wait in a log, or be read from there again. A new one stands at
 * the end. `test/schema/columns.test.ts` holds the newest against the migrated table.
 */
export const rowVersions: readonly (readonly Column[])[] = [version1, version2];

/** The version that ingest writes. */
export const rowVersion = rowVersions.length;

/** Its columns. */
export const columns = version2;

/** The first value of a message, but for version 1, which has none: there `pings` says 1 by default. */
export const versionColumn = { name: 'row_version', type: 'UInt8' } as const;

/** Where a message stood in the log. The consumer adds these two to every row, for audits. */
export const logColumns = [
  { name: 'log_partition', type: 'UInt16' },
  { name: 'log_offset', type: 'UInt64' },
] as const;

/** The `log_partition` of rows that never were in a log, such as the demo's: no log has so many partitions. */
export const unloggedPartition = 65_535;

type ValueOf<Type extends string> = Type extends `Enum8('view'${string}`
  ? 'view' | 'engage'
  : Type extends `DateTime64${string}` | `UInt${string}`
    ? number
    : Type extends `Nullable(Float${string}`
      ? number | null
      : string;

/**
 * One finished ping, as it is stored. Times are milliseconds since 1970 (UTC); ids are lower-case UUIDs of
 * version 7; `''` stands for unknown text, `null` for unknown coordinates. Of a dropped ping (`drop_reason` says why)
 * only ids and times of the ping itself, its site and its type are kept.
 */
export type PingRow = { [C in (typeof columns)[number] as C['name']]: ValueOf<C['type']> };
