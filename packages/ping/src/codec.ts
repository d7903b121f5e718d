import {
  columns,
  columnsOf,
  firstVersion,
  logColumns,
  newestVersion,
  type PingRow,
  rowVersion,
  versionColumn,
} from './columns.ts';
import { crawlColumns, crawlVersion } from './crawl.ts';
import { type PingField, pingFields } from './fields.ts';
import { seconds } from './seconds.ts';

/**
 * Encodes a row as one log message: a JSON array of its version and its values in column order, which is a line of
 * ClickHouse's `JSONCompactEachRow`. Times are written as `"<seconds>.<3 decimals>"`: ClickHouse reads that as a DateTime64
 * for every date_time_input_format (it refuses a bare JSON number).
 */
export function encodeRow(row: PingRow): Buffer {
  const cells: Readonly<Record<string, PingRow[keyof PingRow]>> = row;
  const values: unknown[] = [rowVersion];
  for (const name of names) values.push(cells[name]);
  for (const index of timeIndexes) values[index] = seconds(Number(values[index]));
  return Buffer.from(JSON.stringify(values));
}

const names = columns.map(({ name }) => name);
/** The indexes of times in a message, whose first value is its version. */
const timeIndexes = columns.flatMap(({ type }, index) => (type.startsWith('DateTime64') ? [index + 1] : []));

const openingBracket = 0x5b;
const comma = 0x2c;

/**
 * Reads the row version from the first bytes of a message, without parsing it. A message without one counts as the first
 * version; ClickHouse will refuse it.
 */
export function rowVersionOf(message: Buffer): number {
  if (message[0] !== openingBracket) return firstVersion;
  let version = 0;
  for (let at = 1; at < 5; at++) {
    const byte = message[at];
    if (byte === comma) return version > firstVersion && version <= 255 ? version : firstVersion;
    if (byte === undefined || byte < 0x30 || byte > 0x39) return firstVersion;
    version = version * 10 + byte - 0x30;
  }
  return firstVersion;
}

/** Whether a message is a ping, and not a request of a page. An unreadable one counts as a ping. */
export const isPing = (message: Buffer): boolean => rowVersionOf(message) !== crawlVersion;

/**
 * The two header lines of `JSONCompactEachRowWithNamesAndTypes` for rows of a version: ClickHouse refuses rows of another
 * shape.
 */
export function insertHeader(
  version = rowVersion,
  fields: Readonly<Record<string, PingField>> = pingFields,
): string {
  if (version !== crawlVersion && (version < firstVersion || version > newestVersion(fields))) {
    throw new RangeError(`There is no row version ${version}.`);
  }
  const own = version === crawlVersion ? crawlColumns : columnsOf(fields, version);
  const all = [versionColumn, ...own, ...logColumns];
  return `${JSON.stringify(all.map((c) => c.name))}\n${JSON.stringify(all.map((c) => c.type))}\n`;
}

/** The end of a line, instead of the message's own `]`: partition and offset, closing bracket, newline. */
export function lineEnd(partition: number, offset: bigint): string {
  return `,${partition},${offset}]\n`;
}
