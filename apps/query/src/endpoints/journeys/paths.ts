/** SQL of the paths of sessions: from settled paths, or from all rows of each session. */

import type { Goal } from '@tallyhouse/filter';
import { parameter, raw, type Sql, sql, table, text, time, uint32 } from '@tallyhouse/sql';
import type { Range } from '../../parameters/range.ts';
import { page } from '../../read/list.ts';
import type { Reader } from '../../read/reader.ts';
import { journeyEvents, journeyViews, sessionPaths } from '../../read/relations/journeys.ts';

export interface Asked {
  depth: number;
  /** The node at which paths start or end. */
  goal: Goal | undefined;
  anchor: 'from' | 'to' | '';
  limit: number;
  offset: number;
}

/** The days of all events that name sessions of the period; 1970 without any. */
export const daysOfEvents = (read: Reader): Sql => sql`
select
    toUnixTimestamp(toDateTime(min(day), 'UTC')) * 1000 as start,
    toUnixTimestamp(toDateTime(max(day) + 1, 'UTC')) * 1000 as end
from ${table('changed_events')}
where ${read.siteCondition}
  and ${read.hours}`;

/** The names of nodes; some have several. */
const namesOf = ({ siteCondition }: Reader): Sql => sql`
select
    reinterpretAsUInt128(sipHash128(page_path)) as node,
    page_path as name,
    false as is_event
from ${table('page_titles')}
where ${siteCondition}
union all
select
    reinterpretAsUInt128(sipHash128('event', event)) as node,
    event as name,
    true as is_event
from (
    select distinct event
    from ${table('events')}
    where ${siteCondition}
)`;

/** With a goal or a filter: from all rows of each session. @param ranges of the pageviews and events of the sessions */
export function pathsOfSessions(asked: Asked, ranges: { views: Range; events: Range }, read: Reader): Sql {
  const [anchor, depth] = [text(asked.anchor), parameter(asked.depth, 'UInt8')];
  return sql`
with
    sessions as (
        select
            arraySort(groupArray((moment, tie, node, is_match))) as rows,
            arrayMap(row -> row.4, rows) as matches,
            multiIf(
                ${anchor} = 'from', arraySlice(rows, indexOf(matches, 1)),
                ${anchor} = 'to', arraySlice(rows, 1, arrayLastIndex(is_match -> is_match, matches)),
                rows
            ) as part,
            arrayCompact(arrayMap(row -> row.3, part)) as nodes
        from (
            ${read.rows(journeyViews(asked), { range: ranges.views })}
            union all
            ${read.rows(journeyEvents(asked), { range: ranges.events })}
        )
        group by session
        having min(bitTest(moment, 0)) = 0
           and minIf(moment, bitTest(moment, 0) = 0) >= toUnixTimestamp64Milli(${time(read.range.start)}) * 2
           and minIf(moment, bitTest(moment, 0) = 0) < toUnixTimestamp64Milli(${time(read.range.end)}) * 2
           and (${anchor} = '' or max(is_match))
    ),
    paths as (
        select
            if(
                ${anchor} = 'to',
                arraySlice(nodes, greatest(1, toInt64(length(nodes)) - ${depth} + 1)),
                arraySlice(nodes, 1, ${depth})
            ) as nodes_of_path,
            count() as path_sessions
        from sessions
        group by nodes_of_path
    ),
    names as (
        ${namesOf(read)}
    ),
    placed_nodes as (
        select
            nodes_of_path,
            path_sessions,
            node,
            place
        from paths
        array join
            nodes_of_path as node,
            arrayEnumerate(nodes_of_path) as place
    )
select
    arrayMap(entry -> (entry.2, entry.3), arraySort(groupArray((place, name, is_event)))) as path,
    any(path_sessions) as sessions,
    sum(sessions) over () as all_sessions
from placed_nodes
left any join names using node
group by nodes_of_path
order by
    sessions desc,
    path
${page(asked)}`;
}

/** One row: the paths of the page, and the numbers of all paths and sessions. Only these paths get their names. */
export function settledPaths(asked: Asked, read: Reader): Sql {
  const [depth, limit, offset] = [parameter(asked.depth, 'UInt8'), uint32(asked.limit), uint32(asked.offset)];
  return sql`
with
    -- A path is one number, because that groups fastest: the sum of its nodes times different powers of three, the last one times one.
    -- Nodes are hashes of 128 bits, so sums collide as rarely.
    nodes as (
        select
            if(${depth} > 1, node_1, 0) as first,
            if(${depth} > 2, node_2, 0) as second,
            if(${depth} > 3, node_3, 0) as third,
            if(${depth} > 4, node_4, 0) as fourth,
            if(${depth} > 5, node_5, 0) as fifth,
            ${raw(`node_${asked.depth}`)} as last,
            3 * first + 9 * second + 27 * third + 81 * fourth + 243 * fifth + last as path_number
        from (
            ${read.rows(sessionPaths)}
        )
    ),
    paths as (
        select
            path_number,
            (any(first), any(second), any(third), any(fourth), any(fifth)) as first_nodes,
            count() as sessions
        from nodes
        group by path_number
    ),
    -- Few distinct numbers of sessions occur.
    ranks as (
        select
            sessions,
            count() as paths,
            -- Half of all paths may have one session: only a page among them needs all of them.
            groupArray(10000)((path_number, first_nodes)) as members,
            sum(paths) over (order by sessions desc) as ranked,
            ranked - paths as ranked_before,
            sum(paths) over () as all_paths,
            sum(paths * sessions) over () as all_sessions
        from paths
        group by sessions
    ),
    -- When several paths tie at the cut-off, keep them all; they are ordered by name later. The first one is always included, for the
    -- totals.
    candidates as (
        select
            sessions,
            ranked_before,
            all_paths,
            all_sessions,
            ranked > ${offset} and ranked_before < ${offset} + ${limit} as is_on_page,
            is_on_page and paths > length(members) as lacks_members,
            arrayJoin(multiIf(is_on_page, members, ranked_before = 0, [members[1]], [])) as member,
            member.1 as path_number,
            [
                member.2.1, member.2.2, member.2.3, member.2.4, member.2.5
            ] as first_nodes,
            arrayFilter(node -> node != 0, arrayPushBack(
                arraySlice(first_nodes, 1, ${depth} - 1),
                -- A difference is signed, a node is not.
                toUInt128(path_number - 3 * first_nodes[1] - 9 * first_nodes[2] - 27 * first_nodes[3] - 81 * first_nodes[4] - 243 * first_nodes[5])
            )) as path_nodes
        from ranks
    ),
    placed_nodes as (
        select
            * except (member, first_nodes, path_nodes, is_on_page),
            node,
            place
        from candidates
        array join
            path_nodes as node,
            arrayEnumerate(path_nodes) as place
    ),
    names as (
        ${namesOf(read)}
    ),
    named as (
        select
            path_number,
            sessions,
            ranked_before,
            all_paths,
            all_sessions,
            lacks_members,
            arrayMap(entry -> (entry.2, entry.3), arraySort(groupUniqArray((place, name, is_event)))) as path
        from names
        inner join placed_nodes using node
        group by all
    ),
    ordered as (
        select
            *,
            ranked_before + row_number() over (
                partition by sessions
                order by path
            ) as position
        from named
    )
select
    max(all_paths) as total,
    max(all_sessions) as all_sessions,
    max(lacks_members) as lacks_paths,
    arrayMap(entry -> (entry.2, entry.3), arraySort(groupArrayIf(
        (position, path, sessions),
        position > ${offset} and position <= ${offset} + ${limit}
    ))) as paths
from ordered`;
}
