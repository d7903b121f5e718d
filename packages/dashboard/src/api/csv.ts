type Cell = string | number | null | undefined;

/** These members of rows as CSV, with a header. Text that a spreadsheet would execute gets a leading apostrophe, as in the service's exports. */
export function toCsv<Name extends string>(
  columns: readonly Name[],
  rows: readonly Readonly<Partial<Record<Name, Cell>>>[],
): string {
  const cells = rows.map((row) => columns.map((name) => row[name]));
  return [columns, ...cells].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

function quoted(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return `"${harmless.replaceAll('"', '""')}"`;
}
