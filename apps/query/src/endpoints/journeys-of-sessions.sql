-- With a goal or a filter: from all rows of each session (journeys.sql reads its settled first nodes).
with
    sessions as (
        select
            arraySort(groupArray((moment, tie, node, is_match))) as rows,
            arrayMap(row -> row.4, rows) as matches,
            multiIf(
                {anchor:String} = 'from', arraySlice(rows, indexOf(matches, 1)),
                {anchor:String} = 'to', arraySlice(rows, 1, arrayLastIndex(is_match -> is_match, matches)),
                rows
            ) as part,
            arrayCompact(arrayMap(row -> row.3, part)) as nodes
        from (
            /* rows: journey_views */
            union all
            /* rows: journey_events */
        )
        group by session
        having minIf(moment, bitTest(moment, 0) = 0) >= toUInt64(toUnixTimestamp64Milli({start:DateTime64(3, 'UTC')})) * 2
           and minIf(moment, bitTest(moment, 0) = 0) < toUInt64(toUnixTimestamp64Milli({end:DateTime64(3, 'UTC')})) * 2
           and ({anchor:String} = '' or max(is_match))
    ),
    paths as (
        select
            if(
                {anchor:String} = 'to',
                arraySlice(nodes, greatest(1, toInt64(length(nodes)) - {depth:UInt8} + 1)),
                arraySlice(nodes, 1, {depth:UInt8})
            ) as nodes_of_path,
            count() as path_sessions
        from sessions
        group by nodes_of_path
    ),
    names as (
        select
            reinterpretAsUInt128(sipHash128(page_path)) as node,
            page_path as name,
            false as is_event
        from page_titles final
        where site_id in {sites:Array(String)}
        union all
        select distinct
            reinterpretAsUInt128(sipHash128('event', event)) as node,
            event as name,
            true as is_event
        from events
        where site_id in {sites:Array(String)}
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
limit {limit:UInt32}
offset {offset:UInt32}
settings exact_rows_before_limit = 1
