import { join, raw, type Sql, sql, uint32 } from '@tallyhouse/sql';
import { distinctIn } from './metrics.ts';

/** The part of a list that a page shows, and the number of all its rows (`rows_before_limit_at_least`). */
export const page = ({ limit, offset }: { limit: number; offset: number }): Sql => sql`
limit ${uint32(limit)}
offset ${uint32(offset)}
settings exact_rows_before_limit = 1`;

/** The number of distinct visitors in the states of a column. */
export const visitorsOf = (states: string): Sql => distinctIn(raw(`uniqCombined64MergeState(17)(${states})`));

/** A mean, rounded as in reply/arithmetic.ts: halves up, unlike round(). */
export const meanOf = (sum: string, count: string, decimals: 0 | 2): Sql =>
  raw(
    decimals === 0
      ? `toUInt64(floor(${sum} / ${count} + 0.5))`
      : `floor(${sum} / ${count} * 100 + 0.5) / 100`,
  );

/**
 * Lists from one pass over the rows of a relation: for each list the sums by its columns, the largest first.
 * @param lists columns by the name of the list; none for the totals. The last one of a list is in no list with fewer columns
 * @param rows the rows of a relation
 * @param sums the columns that add up; the first one orders the lists
 */
export function listsOf(
  lists: Readonly<Record<string, readonly string[]>>,
  rows: Sql,
  { sums, limit }: { sums: readonly [string, ...string[]]; limit: number },
): Sql {
  const columns = [...new Set(Object.values(lists).flat())];
  // The last column of a list tells it from those with fewer columns.
  const bySize = Object.entries(lists).sort(([, a], [, b]) => b.length - a.length);
  const named = bySize.map(([list, by], index) =>
    index === bySize.length - 1 ? `'${list}'` : `grouping(${by.at(-1)}) = 0, '${list}'`,
  );
  const sets = Object.values(lists).map((by) => `(${by.join(', ')})`);
  return sql`
select
    multiIf(
        ${raw(named.join(',\n'))}
    ) as list,
    ${raw(columns.join(',\n'))},
    ${join(
      sums.map((sum) => raw(`sum(list_rows.${sum}) as ${sum}`)),
      ',\n',
    )}
from (
    ${rows}
) as list_rows
group by grouping sets (
    ${raw(sets.join(',\n'))}
)
order by
    ${raw([`${sums[0]} desc`, ...columns].join(',\n'))}
limit ${uint32(limit)} by list`;
}

/** A page of the list of sessions by some properties, most visits first, with their bounce rate. @param rows visits, visitors and bounces by them */
export const sessionList = (
  by: readonly string[],
  rows: Sql,
  shown: { limit: number; offset: number },
): Sql => sql`
select
    ${raw(by.join(',\n'))},
    sum(session_sums.visits) as visits,
    ${visitorsOf('visitors')} as unique_visitors,
    ${meanOf('100 * sum(session_sums.bounces)', 'visits', 2)} as bounce_rate
from (
    ${rows}
) as session_sums
group by ${raw(by.join(', '))}
order by
    visits desc,
    ${raw(by.join(',\n'))}
${page(shown)}`;
