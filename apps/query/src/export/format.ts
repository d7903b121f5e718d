/** A format of exports. */
export interface Format {
  /** Of the file's name. */
  extension: string;
  contentType: string;
  /** ClickHouse's name of it. */
  clickhouse: string;
  /** Whether gzip makes it smaller: Parquet is compressed as it is. */
  compressible: boolean;
  /** Whether spreadsheets open it, which run text that begins like a formula. */
  opensInSpreadsheets: boolean;
}

export const formats = {
  csv: {
    extension: 'csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    clickhouse: 'CSVWithNames',
    compressible: true,
    opensInSpreadsheets: true,
  },
  jsonl: {
    extension: 'jsonl',
    contentType: 'application/x-ndjson; charset=utf-8',
    clickhouse: 'JSONEachRow',
    compressible: true,
    opensInSpreadsheets: false,
  },
  parquet: {
    extension: 'parquet',
    contentType: 'application/vnd.apache.parquet',
    clickhouse: 'Parquet',
    compressible: false,
    opensInSpreadsheets: false,
  },
} as const satisfies Record<string, Format>;
