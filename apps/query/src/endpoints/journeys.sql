-- One row: the paths of the page, and the numbers of all paths and sessions. Only the paths of the page get their names.
with
    -- A path is one number, as that groups fastest: the sum of its nodes times different powers of three, the last one times one. Nodes
    -- are hashes of 128 bits, so sums are as different as they.
    nodes as (
        select
            if({depth:UInt8} > 1, node_1, 0) as first,
            if({depth:UInt8} > 2, node_2, 0) as second,
            if({depth:UInt8} > 3, node_3, 0) as third,
            if({depth:UInt8} > 4, node_4, 0) as fourth,
            if({depth:UInt8} > 5, node_5, 0) as fifth,
            {last_node:Identifier} as last,
            3 * first + 9 * second + 27 * third + 81 * fourth + 243 * fifth + last as path_number
        from (
            /* rows: session_paths */
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
    -- Few numbers of sessions occur.
    ranks as (
        select
            sessions,
            count() as paths,
            -- Half of all paths may have one session: only a page among them needs them all.
            groupArray(10000)((path_number, first_nodes)) as members,
            sum(paths) over (order by sessions desc) as ranked,
            ranked - paths as ranked_before,
            sum(paths) over () as all_paths,
            sum(paths * sessions) over () as all_sessions
        from paths
        group by sessions
    ),
    -- Of equal numbers of sessions all paths, as names order them. The first one is always there, for the totals.
    candidates as (
        select
            sessions,
            ranked_before,
            all_paths,
            all_sessions,
            ranked > {offset:UInt32} and ranked_before < {offset:UInt32} + {limit:UInt32} as is_on_page,
            is_on_page and paths > length(members) as lacks_members,
            arrayJoin(multiIf(is_on_page, members, ranked_before = 0, [members[1]], [])) as member,
            member.1 as path_number,
            [
                member.2.1, member.2.2, member.2.3, member.2.4, member.2.5
            ] as first_nodes,
            arrayFilter(node -> node != 0, arrayPushBack(
                arraySlice(first_nodes, 1, {depth:UInt8} - 1),
                -- A difference has a sign, which a node has not.
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
        select
            reinterpretAsUInt128(sipHash128(page_path)) as node,
            page_path as name,
            false as is_event
        from page_titles
        where site_id in {sites:Array(String)}
        union all
        select
            reinterpretAsUInt128(sipHash128('event', event)) as node,
            event as name,
            true as is_event
        from (
            select distinct event
            from events
            where site_id in {sites:Array(String)}
        )
    ),
    named as (
        select
            any(placed_nodes.sessions) as sessions,
            any(placed_nodes.ranked_before) as ranked_before,
            any(placed_nodes.all_paths) as all_paths,
            any(placed_nodes.all_sessions) as all_sessions,
            max(placed_nodes.lacks_members) as lacks_members,
            arrayMap(entry -> (entry.2, entry.3), arraySort(groupUniqArray((place, name, is_event)))) as path
        from names
        inner join placed_nodes using node
        group by path_number
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
        position > {offset:UInt32} and position <= {offset:UInt32} + {limit:UInt32}
    ))) as paths
from ordered
