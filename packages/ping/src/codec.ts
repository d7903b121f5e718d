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
import { type PingField, pingFields } from './fields.ts';

/**
 * A row as the bytes of one log message: a JSON array of its version and its values in column order, which is a line of
 * ClickHouse's `JSONCompactEachRow`. Times are written as `"<seconds>.<3 decimals>"`: ClickHouse reads that as a DateTime64
 * whatever its date_time_input_format is (as a bare JSON number it is refused).
 */
export function encodeRow(row: PingRow): Buffer {
  const cells: Readonly<Record<string, string | number | null>> = row;
  const values: unknown[] = [rowVersion];
  for (const name of names) values.push(cells[name]);
  for (const place of timePlaces) values[place] = seconds(Number(values[place]));
  return Buffer.from(JSON.stringify(values));
}

const names = columns.map(({ name }) => name);
/** Where times stand in a message, behind its version. */
const timePlaces = columns.flatMap(({ type }, index) => (type.startsWith('DateTime64') ? [index + 1] : []));

function seconds(milliseconds: number): string {
  const whole = Math.floor(milliseconds / 1000);
  return `${whole}.${String(milliseconds - whole * 1000).padStart(3, '0')}`;
}

const openingBracket = 0x5b;
const comma = 0x2c;

/**
 * The version of the row that a message holds, by its first bytes: nothing is parsed. What begins otherwise is no row. It
 * counts as one of the first version, and the server will refuse it.
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

/**
 * The two header lines of `JSONCompactEachRowWithNamesAndTypes` for rows of a version: the server refuses rows of another
 * shape.
 */
export function insertHeader(
  version = rowVersion,
  fields: Readonly<Record<string, PingField>> = pingFields,
): string {
  if (version < firstVersion || version > newestVersion(fields)) {
    throw new RangeError(`There is no row version ${version}.`);
  }
  const all = [versionColumn, ...columnsOf(fields, version), ...logColumns];
  return `${JSON.stringify(all.map((c) => c.name))}\n${JSON.stringify(all.map((c) => c.type))}\n`;
}

/** The end of a line once the message's own `]` is cut off: partition and offset, closing bracket, newline. */
export function lineEnd(partition: number, offset: bigint): string {
  return `,${partition},${offset}]\n`;
}
