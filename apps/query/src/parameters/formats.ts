/** A file format of exports. */
export interface Format {
  extension: string;
  contentType: string;
  clickhouse: string;
  /** Whether to gzip the response; Parquet is compressed already. */
  compressible: boolean;
  /** Whether spreadsheets open the file: they run text that begins like a formula. */
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
