import { logColumns, type PingRow, rowVersion, rowVersions, versionColumn } from './columns.ts';

/**
 * A row as the bytes of one log message: a JSON array of its version and its values in column order, which is a line of
 * ClickHouse's `JSONCompactEachRow`. Times are written as `"<seconds>.<3 decimals>"`: ClickHouse reads that as a DateTime64
 * whatever its date_time_input_format is (as a bare JSON number it is refused). The values are named one by one, because to
 * go through a list of columns takes 2.2 us a row, and this 1.3; codec.test.ts holds them against the columns.
 */
export function encodeRow(row: PingRow): Buffer {
  const values = [
    rowVersion,
    row.ping_id,
    row.site_id,
    row.type,
    seconds(row.pinged_at),
    seconds(row.received_at),
    row.visitor_id,
    row.session_id,
    row.pageview_id,
    row.hostname,
    row.page_path,
    row.page_title,
    row.referrer,
    row.source,
    row.medium,
    row.utm_source,
    row.utm_medium,
    row.utm_campaign,
    row.utm_term,
    row.utm_content,
    row.focus_time_ms,
    row.scroll_depth,
    row.word_count,
    row.ip,
    row.country,
    row.region,
    row.city,
    row.latitude,
    row.longitude,
    row.browser,
    row.browser_version,
    row.os,
    row.os_version,
    row.device_type,
    row.drop_reason,
  ];
  return Buffer.from(JSON.stringify(values));
}

function seconds(milliseconds: number): string {
  const whole = Math.floor(milliseconds / 1000);
  return `${whole}.${String(milliseconds - whole * 1000).padStart(3, '0')}`;
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
  for (let at = 1; at < 5; at++) {
    const byte = message[at];
    if (byte === comma) return version > 1 && version <= 255 ? version : 1;
    if (byte === undefined || byte < 0x30 || byte > 0x39) return 1;
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
