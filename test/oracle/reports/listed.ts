import type { Range } from '../chosen.ts';
import { ascending, by, descending } from '../order.ts';
import { percentage } from '../rounded.ts';
import { grouped } from '../site.ts';
import type { ResolvedRequest } from './report.ts';

interface List<Item, Row> {
  /** What is counted in a range. */
  itemsIn: (range: Range) => Item[];
  /** The same for items of one row. */
  key: (item: Item) => string;
  /** @param one names the row @param own its items in the period; may be empty */
  rowOf: (one: Item, own: Item[]) => Row;
  order: (a: Row, b: Row) => number;
}

/** The rows of a list; `compare` adds the counts of the compared range. */
export function listed<Item, Row>(request: ResolvedRequest, { itemsIn, key, rowOf, order }: List<Item, Row>) {
  const { range, compare, compared, sort } = request;
  const now = grouped(itemsIn(range), key);
  if (compare === undefined) return [...now.values()].map((own) => rowOf(own[0], own)).sort(order);
  const then = compared && grouped(itemsIn(compared), key);
  const rows = [...(sort && then ? new Map([...then, ...now]) : now)].map(([name, [one]]) => {
    const own = now.get(name) ?? [];
    return { ...rowOf(one, own), ...changeOf(own.length, then && (then.get(name)?.length ?? 0)) };
  });
  const change = (row: { change: number | null }) => row.change ?? 0;
  const orders = { rising: [descending(change)], falling: [ascending(change)] };
  return rows.sort(by<(typeof rows)[number]>(...(sort ? orders[sort] : []), order));
}

const changeOf = (count: number, previous: number | null) => ({
  previous,
  change: previous === null ? null : count - previous,
  growth_rate: previous === null ? null : percentage(count - previous, previous),
});
