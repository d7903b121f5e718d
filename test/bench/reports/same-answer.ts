type Row = Readonly<Record<string, unknown>>;

/** The names in the parts of `/devices`; the query calls all of them `name`. */
const nameKeys = ['browser', 'os', 'device_type'];

/**
 * Throws unless a report and a query's rows agree. Rounded numbers may differ in their last digit, and distinct counts by the 1 % that the
 * contract allows above its exact sizes. Keys on one side only do not count.
 */
export function expectSameAnswer(name: string, data: unknown, rows: readonly Row[]): void {
  const reported = inOneList(data).filter((row) => !isEmptyBucket(row));
  const queried = byList(rows).filter((row) => !isEmptyBucket(row));
  if (reported.length !== queried.length) {
    throw new Error(`${name}: the report has ${reported.length} rows, raw pings give ${queried.length}`);
  }
  reported.forEach((row, index) => {
    for (const [key, value] of Object.entries(queried[index] ?? {})) {
      if (key in row && !same(key, row[key], value)) {
        throw new Error(
          `${name}: row ${index} says ${key} ${JSON.stringify(row[key])}, raw pings give ${JSON.stringify(value)}`,
        );
      }
    }
  });
}

/** The same for two reports. */
export const expectSameAnswers = (name: string, data: unknown, other: unknown): void =>
  expectSameAnswer(name, data, inOneList(other));

function same(key: string, reported: unknown, queried: unknown): boolean {
  if (reported === queried) return true;
  if (key === 'bucket') return Date.parse(String(reported)) === Date.parse(`${String(queried)}Z`);
  if (Array.isArray(reported) && Array.isArray(queried)) {
    return reported.length === queried.length && reported.every((one, at) => same(key, one, queried[at]));
  }
  if (isRow(reported) && isRow(queried)) {
    return Object.entries(queried).every(([name, value]) => same(name, reported[name], value));
  }
  if (typeof reported !== 'number' || typeof queried !== 'number') return reported === queried;
  const distance = Math.abs(reported - queried);
  if (/^(unique|converting)_/.test(key)) return distance <= queried * 0.01;
  // Growth of visitors: 1 % in each of the two periods.
  if (key === 'change') return distance <= 0.02 * (100 + queried);
  // In points: 1 % of the visitors, as a share of them.
  if (key.startsWith('returning_')) return distance <= 1;
  return Number.isInteger(queried) && !/avg|rate|per_/.test(key) ? distance === 0 : distance <= 1.011;
}

/** A report has every bucket of its range, even one of a few minutes at its edge; a query has only those with pings. */
const isEmptyBucket = (row: Row) =>
  'bucket' in row && Object.values(row).every((value) => typeof value !== 'number' || value === 0);

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/** `/geo` and `/devices` have several lists, which a query gives as one, with the list's name in each row. */
function inOneList(data: unknown): Row[] {
  if (Array.isArray(data)) return data;
  const lists = Object.entries(Object(data)).filter(([, value]) => Array.isArray(value));
  if (lists.length < 3) return [Object(data)];
  return byList(
    lists.flatMap(([list, rows]) =>
      (rows as Row[]).map((row) => {
        const key = nameKeys.find((name) => name in row);
        return key === undefined ? { list, ...row } : { list, name: row[key], visits: row['visits'] };
      }),
    ),
  );
}

function byList(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => String(a['list'] ?? '').localeCompare(String(b['list'] ?? '')));
}
