/** The messages of the log that became a row of pings or crawls, or a dead letter. */
import { parameter, raw, type Sql, sql, time } from '@tallyhouse/sql';
import type { ServerSubject } from '../check.ts';
import type { Span } from './gaps.ts';

const stored = (columns: string, where: Sql) => sql`
select ${raw(columns)} from pings where ${where}
union all
select ${raw(columns)} from crawls where ${where}
union all
select ${raw(columns)} from dead_letters where ${where}`;

/** Partitions and offsets of a period. Rows that were never in a log are left out: unloggedPartition of packages/ping. */
export const receivedIn = ({ from, to }: ServerSubject['range']): Sql =>
  stored(
    'log_partition, log_offset',
    sql`received_at >= ${time(from)} and received_at < ${time(to)} and log_partition != 65535`,
  );

/** The first and last offset of each partition. */
export const boundsOf = (range: ServerSubject['range']): Sql => sql`
select
    log_partition,
    toString(min(log_offset)) as first,
    toString(max(log_offset)) as last
from (
    ${receivedIn(range)}
)
group by log_partition
order by log_partition`;

const uint64 = (value: bigint) => parameter(String(value), 'UInt64');

const offsetsIn = (partition: number, { first, end }: Span) =>
  stored(
    'log_offset',
    sql`log_partition = ${partition} and log_offset >= ${uint64(first)} and log_offset < ${uint64(end)}`,
  );

export const pieceSize = 65_536n;

/** Counts the offsets of a partition in pieces. Bitmaps are exact, at a few kB per piece. */
export const countsOf = (partition: number, span: Span): Sql => sql`
select
    toString(intDiv(log_offset, ${Number(pieceSize)})) as piece,
    groupBitmap(log_offset) as offsets
from (
    ${offsetsIn(partition, span)}
)
group by piece`;

export const offsetsOf = (partition: number, span: Span): Sql => sql`
select toString(log_offset) as log_offset
from (
    select distinct log_offset
    from (
        ${offsetsIn(partition, span)}
    )
    order by log_offset
)`;
