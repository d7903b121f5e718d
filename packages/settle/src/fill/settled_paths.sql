insert into {stage:Identifier}
    (site_id, day, first_view_at, node_1, node_2, node_3, node_4, node_5, node_6, watermark)
with
    -- The days of the events that name these sessions: of any age.
    event_days as (
        select day
        from changed_events
        where session_hour >= {key_from:DateTime('UTC')}
          and session_hour < {key_until:DateTime('UTC')}
    ),
    session_nodes as (
        select
            site_id,
            session_id,
            true as is_view,
            entered_at as moment,
            toUInt128(pageview_id) as tie,
            sipHash128(page_path) as node
        from pageviews final
        where session_hour >= {key_from:DateTime('UTC')}
          and session_hour < {key_until:DateTime('UTC')}
        union all
        select
            site_id,
            session_id,
            false as is_view,
            occurred_at as moment,
            reinterpretAsUInt128(ping_id) as tie,
            sipHash128('event', event) as node
        from events final
        where toDate(event_hour) in (select day from event_days)
          and session_hour >= {key_from:DateTime('UTC')}
          and session_hour < {key_until:DateTime('UTC')}
          -- Of events with one id, the first counts, on whichever day the others are.
          and (
              event_id = ''
              or (site_id, event_id, occurred_at, ping_id) in (
                  select
                      site_id,
                      event_id,
                      tupleElement(min(first) as first_event, 'occurred_at'),
                      tupleElement(first_event, 'ping_id')
                  from event_ids
                  where (site_id, event_id) in (
                      select
                          site_id,
                          event_id
                      from events
                      where toDate(event_hour) in (select day from event_days)
                        and session_hour >= {key_from:DateTime('UTC')}
                        and session_hour < {key_until:DateTime('UTC')}
                        and event_id != ''
                  )
                  group by
                      site_id,
                      event_id
              )
          )
    ),
    first_nodes as (
        select
            site_id,
            minIf(moment, is_view) as first_view_at,
            -- A pageview is before an event of its millisecond, events are in the order of their pings, which count in the second half.
            arrayCompact(arrayMap(row -> row.4, arraySort(groupArray((moment, not is_view, tie, node))))) as nodes
        from session_nodes
        group by
            site_id,
            session_id
        having max(is_view)
           and first_view_at >= {from:DateTime64(3, 'UTC')}
           and first_view_at < {until:DateTime64(3, 'UTC')}
    )
select
    site_id,
    {day:Date} as day,
    first_view_at,
    nodes[1],
    nodes[2],
    nodes[3],
    nodes[4],
    nodes[5],
    nodes[6],
    {watermark:DateTime64(3, 'UTC')} as watermark
from first_nodes
