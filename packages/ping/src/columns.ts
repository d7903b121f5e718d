import { type PingField, pingFields } from './fields.ts';

interface Column {
  name: string;
  /** ClickHouse's type. */
  type: string;
}

type Fields = typeof pingFields;

type ColumnName = {
  [Name in keyof Fields]: Fields[Name] extends { type: string } ? Name : never;
}[keyof Fields];

type ValueOf<Type> = Type extends `Enum8('view'${string}`
  ? 'view' | 'engage'
  : Type extends `DateTime64${string}` | `UInt${string}`
    ? number
    : Type extends `Nullable(Float${string}`
      ? number | null
      : Type extends `Map(${string}Float64)`
        ? Readonly<Record<string, number>>
        : Type extends `Map(${string}`
          ? Readonly<Record<string, string>>
          : string;

/**
 * One finished ping, as it is stored. Times are milliseconds since 1970 (UTC); ids are lower-case UUIDs of version 7;
 * unknown text is `''`, unknown coordinates are `null`. Amounts are plain decimals, exact as text.
 */
export type PingRow = { [Name in ColumnName]: ValueOf<Fields[Name]['type']> };

/** The columns that the row of a dropped ping keeps: its id, site, type, times and drop reason. */
export type KeptColumns = Pick<
  PingRow,
  { [Name in ColumnName]: Fields[Name] extends { kept: true } ? Name : never }[ColumnName]
>;

/** The oldest row version that is still read. */
export const firstVersion = 2;

/** The row version that ingest writes. */
export const rowVersion = newestVersion(pingFields);

/** The columns of that version, in the order of a message. */
export const columns = columnsOf(pingFields, rowVersion);

/** The newest row version. */
export function newestVersion(fields: Readonly<Record<string, PingField>>): number {
  return Math.max(...Object.values(fields).map(({ since = firstVersion }) => since));
}

export function columnsOf(fields: Readonly<Record<string, PingField>>, version: number): Column[] {
  return Object.entries(fields).flatMap(([name, { type, since = firstVersion }]) =>
    type !== undefined && since <= version ? [{ name, type }] : [],
  );
}

/** An empty row: the values of a dropped ping in the columns that are not kept. */
export const emptyRow = Object.fromEntries(columns.map(({ name, type }) => [name, emptyOf(type)])) as PingRow; // ValueOf has the same types

function emptyOf(type: string): PingRow[ColumnName] {
  if (type === 'UUID') return '00000000-0000-0000-0000-000000000000';
  if (type.startsWith('Enum8')) return 'view';
  if (type.startsWith('DateTime64') || type.startsWith('UInt')) return 0;
  if (type.startsWith('Decimal')) return '0';
  if (type.startsWith('Map')) return {};
  return type.startsWith('Nullable') ? null : '';
}

/** The first value of a message. */
export const versionColumn = { name: 'row_version', type: 'UInt8' } as const;

/** Partition and offset of a message in the log. The consumer adds them to every row, for audits. */
export const logColumns = [
  { name: 'log_partition', type: 'UInt16' },
  { name: 'log_offset', type: 'UInt64' },
] as const;

/** The `log_partition` of rows that never were in a log, such as the demo's: no log has that many partitions. */
export const unloggedPartition = 65_535;
