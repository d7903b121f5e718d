import { columns, logColumns, type PingRow } from './columns.ts';

/**
 * A row as the bytes of one log message: a JSON array in column order, which is a line of ClickHouse's
 * `JSONCompactEachRow`. Times are written as `"<seconds>.<3 decimals>"`: ClickHouse reads that as a DateTime64
 * whatever its date_time_input_format is (as a bare JSON number it is refused).
 */
export function encodeRow(row: PingRow): Buffer {
  return Buffer.from(
    JSON.stringify(fields.map(({ name, isTime }) => (isTime ? seconds(row[name]) : row[name]))),
  );
}

const fields = columns.map(({ name, type }) => ({ name, isTime: type.startsWith('DateTime64') }));

function seconds(milliseconds: PingRow[keyof PingRow]): string {
  return (Number(milliseconds) / 1000).toFixed(3);
}

/** The two header lines of `JSONCompactEachRowWithNamesAndTypes`: the server refuses rows of another shape. */
export function insertHeader(): string {
  const all = [...columns, ...logColumns];
  return `${JSON.stringify(all.map((c) => c.name))}\n${JSON.stringify(all.map((c) => c.type))}\n`;
}

/** The end of a line once the message's own `]` is cut off: partition and offset, closing bracket, newline. */
export function lineEnd(partition: number, offset: bigint): string {
  return `,${partition},${offset}]\n`;
}
