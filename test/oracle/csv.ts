/** The records of a CSV file (RFC 4180), each a list of its fields. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  // A quoted field, in which quotes are doubled, or an unquoted one; then its separator.
  const field = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\r?\n)/gy;
  while (field.lastIndex < text.length) {
    const found = field.exec(text);
    if (found === null) throw new Error(`no CSV:\n${text}`);
    const [, quoted, bare = '', ending] = found;
    record.push(quoted?.replaceAll('""', '"') ?? bare);
    if (ending === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}
