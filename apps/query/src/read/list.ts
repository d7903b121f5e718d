import type { Filter } from '@tallyhouse/filter';
import { empty, inHashes, join, raw, type Sql, sql, uint32 } from '@tallyhouse/sql';
import type { ChangeOrder } from '../parameters/compare.ts';
import type { Range } from '../parameters/range.ts';
import { distinctIn } from './metrics.ts';
import type { Reader, Relation } from './reader.ts';
import { bucketNewcomers } from './relations/visitors.ts';

/** Which rows of a list a response has. */
export interface Shown {
  limit: number;
  offset: number;
}

/** The rows of a page of a list. */
export const pageRows = ({ limit, offset }: Shown): Sql => sql`
limit ${uint32(limit)}
offset ${uint32(offset)}`;

/** At the end of a query with a page of a list: counts all rows of the list (`rows_before_limit_at_least`). */
export const counted: Sql = sql`settings exact_rows_before_limit = 1`;

/** A page of a list, and the number of all its rows. */
export const page = (shown: Shown): Sql => sql`
${pageRows(shown)}
${counted}`;

/** The number of distinct visitors in the states of a column. */
export const visitorsOf = (states: string): Sql => distinctIn(raw(`uniqCombined64MergeState(17)(${states})`));

/** Whether the visitor of a row was first seen in its bucket. @param bucket the row's column; undefined: the report is one bucket */
export function isNewcomer(read: Reader, bucket: string | undefined): Sql {
  // A single bucket is not a part of the key: a set of only ids is faster.
  const keyOf = (column?: string) =>
    raw(column && read.bucketStarts.length > 1 ? `${column}, visitor_id` : 'visitor_id');
  return inHashes(keyOf(bucket), read.rows(bucketNewcomers), { named: keyOf(bucket && 'bucket') });
}

/** Finds the rows of one visitor type: none has it as a column. */
export const visitorTypeIs = (value: string): Filter => {
  const dimension = { holder: 'visitor', column: 'visitor_type' } as const;
  return { text: '', dimension, operator: ':', values: [value] };
};

/** A mean, rounded as in reply/arithmetic.ts: halves up, unlike round(). */
export const meanOf = (sum: string, count: string, decimals: 0 | 2): Sql =>
  raw(
    decimals === 0
      ? `toUInt64(floor(${sum} / ${count} + 0.5))`
      : `floor(${sum} / ${count} * 100 + 0.5) / 100`,
  );

interface Groups {
  by: readonly string[];
  /** The column that orders the list, and is compared. */
  count: string;
  /** Columns without a value in a group without rows; 0 elsewhere. */
  rates?: readonly string[];
}

/**
 * The groups of a list, in a comparison with their earlier count as `previous`. In an order by change, groups of only the earlier range are
 * included.
 * @param groups SQL of the groups
 * @param earlier SQL of them in a range, by the same columns, with `previous`
 */
export function withPrevious(
  groups: Sql,
  { by, rates = [] }: Omit<Groups, 'count'>,
  { comparison }: Reader,
  earlier: (before: Range) => Sql,
): Sql {
  if (comparison?.before === undefined) return groups;
  // A join fills in null for nullable columns, and 0 otherwise.
  const nullable = rates.map((rate) => `toNullable(${rate}) as ${rate}`);
  return sql`
select *
from (
    select * ${raw(nullable.length > 0 ? `replace (${nullable.join(', ')})` : '')}
    from (
        ${groups}
    )
) as list_groups
${raw(comparison.sort ? 'full' : 'left')} join (
    ${earlier(comparison.before)}
) as earlier_groups using (${raw(by.join(', '))})`;
}

/** The earlier counts of groups, from the rows of a relation. @param columns the columns of `by`, as they are selected */
export const earlierCounts =
  (read: Reader, relation: Relation, { by, count }: Pick<Groups, 'by' | 'count'>, columns = by) =>
  (before: Range): Sql =>
    sql`
select
    ${raw(columns.join(',\n'))},
    sum(earlier_rows.${raw(count)}) as previous
from (
    ${read.rows(relation, { range: before, period: before })}
) as earlier_rows
group by ${raw(by.join(', '))}`;

/** The start of an order by change; empty for other orders. */
export const byChange = ({ count }: Pick<Groups, 'count'>, { comparison }: Reader): Sql =>
  comparison?.before && comparison.sort
    ? raw(`toInt64(${count}) - toInt64(previous)${directions[comparison.sort]},\n`)
    : empty;

const directions: Record<ChangeOrder, string> = { rising: ' desc', falling: '' };

/** A page of the groups of a relation's rows, the largest count first, or by change. @param rows names the rows in `columns` */
export function groupedPage(
  read: Reader,
  relation: Relation,
  { rows, columns, shown, ...list }: Groups & { shown: Shown; rows: string; columns: readonly Sql[] },
): Sql {
  const groups = sql`
select
    ${join([...list.by.map(raw), ...columns], ',\n')}
from (
    ${read.rows(relation)}
) as ${raw(rows)}
group by ${raw(list.by.join(', '))}`;
  return sql`
${withPrevious(groups, list, read, earlierCounts(read, relation, list))}
order by
    ${byChange(list, read)}${raw(list.count)} desc,
    ${raw(list.by.join(',\n'))}
${page(shown)}`;
}

/**
 * Lists from one pass over the rows of a relation: for each list the sum of a count by its columns, the largest first.
 * @param lists columns by the name of the list; empty for the totals. The last column of a list occurs in no list with fewer columns
 */
export function listsOf(
  lists: Readonly<Record<string, readonly string[]>>,
  read: Reader,
  relation: Relation,
  { count, limit }: Pick<Groups, 'count'> & { limit: number },
): Sql {
  const columns = [...new Set(Object.values(lists).flat())];
  // The last column distinguishes a list from those with fewer columns.
  const bySize = Object.entries(lists).sort(([, a], [, b]) => b.length - a.length);
  const named = bySize.map(([list, by], index) =>
    index === bySize.length - 1 ? `'${list}'` : `grouping(${by.at(-1)}) = 0, '${list}'`,
  );
  const sets = Object.values(lists).map((by) => `(${by.join(', ')})`);
  const groups = (rows: Sql, as: string) => sql`
select
    multiIf(
        ${raw(named.join(',\n'))}
    ) as list,
    ${raw(columns.join(',\n'))},
    sum(list_rows.${raw(count)}) as ${raw(as)}
from (
    ${rows}
) as list_rows
group by grouping sets (
    ${raw(sets.join(',\n'))}
)`;
  const earlier = (before: Range) =>
    groups(read.rows(relation, { range: before, period: before }), 'previous');
  const by = ['list', ...columns];
  return sql`
${withPrevious(groups(read.rows(relation), count), { by }, read, earlier)}
order by
    ${byChange({ count }, read)}${raw([`${count} desc`, ...columns].join(',\n'))}
limit ${uint32(limit)} by list`;
}

const sessionColumns = [
  raw('sum(session_sums.visits) as visits'),
  sql`${visitorsOf('visitors')} as unique_visitors`,
  sql`${meanOf('100 * sum(session_sums.bounces)', 'visits', 2)} as bounce_rate`,
];
const ofSessions = { rows: 'session_sums', columns: sessionColumns, count: 'visits', rates: ['bounce_rate'] };

/** A page of the list of sessions by some properties, most visits first, with their bounce rate. @param relation visits, visitors and bounces by them */
export const sessionList = (by: readonly string[], read: Reader, relation: Relation, shown: Shown): Sql =>
  groupedPage(read, relation, { ...ofSessions, by, shown });
