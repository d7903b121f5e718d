/** Texts in the order of their UTF-8 bytes, which is ClickHouse's (`<` compares UTF-16 units instead). */
export function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Ids of pings in ClickHouse's order of UUIDs: by the last 16 hexadecimal digits, which have the counter, then by the first 16. */
export function byPing(a: string, b: string): number {
  const [left, right] = [a.replaceAll('-', ''), b.replaceAll('-', '')];
  return byBytes(left.slice(16), right.slice(16)) || byBytes(left.slice(0, 16), right.slice(0, 16));
}

/** Orders by the first comparison that distinguishes two items. */
export function by<T>(...comparisons: ((a: T, b: T) => number)[]): (a: T, b: T) => number {
  return (a, b) => {
    for (const compare of comparisons) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

export const ascending =
  <T>(of: (item: T) => number) =>
  (a: T, b: T) =>
    of(a) - of(b);

export const descending =
  <T>(of: (item: T) => number) =>
  (a: T, b: T) =>
    of(b) - of(a);

export const alphabetical =
  <T>(of: (item: T) => string) =>
  (a: T, b: T) =>
    byBytes(of(a), of(b));

/** Orders rows by a number, largest first, then by texts. */
export const mostFirst = <Count extends string, Name extends string>(count: Count, ...names: Name[]) =>
  by<Record<Count, number> & Record<Name, string>>(
    descending((row) => row[count]),
    ...names.map((name) => alphabetical((row: Record<Name, string>) => row[name])),
  );

/** A pageview or an event of a visit. */
export interface Place {
  at: number;
  /** 0 for a pageview, which precedes an event in the same millisecond. */
  rank: 0 | 1;
  /** The id of the pageview, or of the event's ping. */
  id: string;
}

/** The order of pageviews and events. */
export const byVisit = by<Place>(
  ascending(({ at }) => at),
  ascending(({ rank }) => rank),
  (a, b) => (a.rank === 0 ? byBytes(a.id, b.id) : byPing(a.id, b.id)),
);
