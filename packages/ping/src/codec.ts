import { columns, logColumns, type PingRow, rowVersion, rowVersions, versionColumn } from './columns.ts';

/**
 * A row as the bytes of one log message: a JSON array of its version and its values in column order, which is a line of
 * ClickHouse's `JSONCompactEachRow`. Times are written as `"<seconds>.<3 decimals>"`: ClickHouse reads that as a DateTime64
 * whatever its date_time_input_format is (as a bare JSON number it is refused).
 */
export function encodeRow(row: PingRow): Buffer {
  const values = fields.map(({ name, isTime }) => (isTime ? seconds(row[name]) : row[name]));
  return Buffer.from(JSON.stringify([rowVersion, ...values]));
}

const fields = columns.map(({ name, type }) => ({ name, isTime: type.startsWith('DateTime64') }));

function seconds(milliseconds: PingRow[keyof PingRow]): string {
  return (Number(milliseconds) / 1000).toFixed(3);
}

const openingBracket = 0x5b;
const comma = 0x2c;

/**
 * The version of the row that a message holds, by its first bytes: nothing is parsed. Messages of version 1 begin with
 * their first value, and so does whatever is no row at all: the server will refuse it.
 */
export function rowVersionOf(message: Buffer): number {
  if (message[0] !== openingBracket) return 1;
  let version = 0;
  for (const byte of message.subarray(1, 5)) {
    if (byte === comma) return version > 1 && version <= 255 ? version : 1;
    if (byte < 0x30 || byte > 0x39) return 1;
    version = version * 10 + byte - 0x30;
  }
  return 1;
}

/** The two header lines of `JSONCompactEachRowWithNamesAndTypes`: the server refuses rows of another shape. */
export function insertHeader(version = rowVersion): string {
  const named = rowVersions[version - 1];
  if (named === undefined) throw new RangeError(`There is no row version ${version}.`);
  const all = [...(version === 1 ? [] : [versionColumn]), ...named, ...logColumns];
  return `${JSON.stringify(all.map((c) => c.name))}\n${JSON.stringify(all.map((c) => c.type))}\n`;
}

/** The end of a line once the message's own `]` is cut off: partition and offset, closing bracket, newline. */
export function lineEnd(partition: number, offset: bigint): string {
  return `,${partition},${offset}]\n`;
}
