insert into {stage:Identifier}
    (
        site_id, day, event, occurred_at, ping_id, event_id, session_hour, session_id, is_first, visitor_id, page_path,
        props, amount, currency, exit_page, {properties} watermark
    )
with
    day_events as (
        select
            site_id,
            event,
            occurred_at,
            ping_id,
            event_id,
            session_hour,
            session_id,
            visitor_id,
            page_path,
            props,
            amount,
            currency,
            row_number() over (
                partition by
                    site_id,
                    event,
                    session_hour,
                    session_id
                order by
                    occurred_at,
                    ping_id
            ) as place
        from events final
        where event_hour >= {from:DateTime64(3, 'UTC')}
          and event_hour < {until:DateTime64(3, 'UTC')}
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
                      where event_hour >= {from:DateTime64(3, 'UTC')}
                        and event_hour < {until:DateTime64(3, 'UTC')}
                        and event_id != ''
                  )
                  group by
                      site_id,
                      event_id
              )
          )
    ),
    -- Of any age: a refund names the session of the order.
    named_ids as (
        select
            site_id,
            session_hour,
            session_id
        from events
        where event_hour >= {from:DateTime64(3, 'UTC')}
          and event_hour < {until:DateTime64(3, 'UTC')}
          and notEmpty(session_id)
    ),
    exits as (
        select
            site_id,
            session_hour,
            session_id,
            -- The last of pageviews entered in one millisecond has the greatest id: as a number, as UUIDs compare by their second half.
            argMax(page_path, (entered_at, toUInt128(pageview_id))) as exit_page
        from pageviews final
        where (site_id, session_hour, session_id) in named_ids
        group by
            site_id,
            session_hour,
            session_id
    ),
    named_sessions as (
        select
            {properties}
            site_id,
            session_hour,
            session_id,
            visitor_id as session_visitor_id,
            true as is_session
        from sessions final
        where (site_id, session_hour, session_id) in named_ids
    )
select
    site_id,
    {day:Date} as day,
    event,
    occurred_at,
    ping_id,
    event_id,
    if(is_session, day_events.session_hour, toDateTime(0, 'UTC')) as session_hour,
    if(is_session, day_events.session_id, toUUID('00000000-0000-0000-0000-000000000000')) as session_id,
    is_session and place = 1 as is_first,
    if(notEmpty(day_events.visitor_id), day_events.visitor_id, session_visitor_id) as visitor_id,
    page_path,
    props,
    amount,
    currency,
    exit_page,
    {properties}
    {watermark:DateTime64(3, 'UTC')} as watermark
from day_events
left any join named_sessions using (site_id, session_hour, session_id)
left any join exits using (site_id, session_hour, session_id)
