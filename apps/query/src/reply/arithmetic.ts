/** `part` of `whole` in percent, 0 to 100 with two decimals; null when there is nothing to divide by. */
export function percentage(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded((100 * part) / whole, 2);
}

/** `sum / count`, rounded; null when there is nothing to divide by. */
export function mean(sum: number, count: number, decimals: 0 | 2): number | null {
  return count === 0 ? null : rounded(sum / count, decimals);
}

/** `sum / count` as it is; null when there is nothing to divide by. */
export function ratio(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count;
}

/** A value compared with an earlier one. */
export interface Comparison<Value> {
  current: Value;
  /** null also without an earlier period. */
  previous: Value | null;
  change: number | null;
  growth_rate: number | null;
}

/** Compares a value with an earlier one. Change and growth come from the exact values; all are rounded afterwards. */
export function compare(current: number, previous: number | null): Comparison<number>;
export function compare(current: number | null, previous: number | null): Comparison<number | null>;
export function compare(current: number | null, previous: number | null): Comparison<number | null> {
  if (current === null || previous === null) {
    return { current: orNull(current), previous: orNull(previous), change: null, growth_rate: null };
  }
  const change = current - previous;
  return {
    current: rounded(current, 2),
    previous: rounded(previous, 2),
    change: rounded(change, 2),
    growth_rate: previous === 0 ? null : rounded((100 * change) / previous, 2),
  };
}

type Metrics = Readonly<Record<string, number | null>>;
type Compared<Own extends Metrics> = { [Name in keyof Own]: Comparison<Own[Name]> };

/** Compares metrics with their earlier values. @param then undefined without an earlier period */
export function compareEach<Own extends Metrics>(now: Own, then: Own | undefined): Compared<Own> {
  const compared = Object.entries(now).map(([name, value]) => [name, compare(value, then?.[name] ?? null)]);
  return Object.fromEntries(compared) as Compared<Own>; // each of the names of `now`
}

const orNull = (value: number | null) => (value === null ? null : rounded(value, 2));

function rounded(value: number, decimals: 0 | 2): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
