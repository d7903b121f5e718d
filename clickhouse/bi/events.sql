create or replace view {bi}.events
(
    site_id LowCardinality(String) comment 'Site',
    date Date comment 'UTC day of occurred_at',
    event LowCardinality(String) comment 'Name of the event',
    ping_id UUID comment 'Id of the ping that reported it; one row each',
    event_id String comment 'Id chosen by the sender: a site has one event for it. Empty when none was sent',
    occurred_at DateTime64(3, 'UTC') comment 'When it happened; the event counts in the period that contains this time',
    session_id UUID comment 'Session, if it has a pageview; otherwise zeros',
    visitor_id UUID comment 'Visitor: the one that was sent, or that of the session; zeros when unknown',
    page_path LowCardinality(String) comment 'Path of the page; empty when none was sent',
    props Map(LowCardinality(String), String) comment 'Properties: props[\'plan\'] is the value of plan, empty when there is none',
    amount Decimal(18, 4) comment 'Revenue, negative for a refund; 0 without currency when none was sent',
    currency LowCardinality(String) comment 'ISO 4217 code of the currency of amount; empty when no revenue was sent',
    exit_page LowCardinality(String) comment 'Of its session: path of the last page',
    /* columns of its session */
)
definer = {definer} sql security definer
as
with
    /* trust: settled_events */ as live_days
-- The live rows come first, so that the settled ones are at least as new as the watermarks behind live_days.
select
    site_id,
    toDate(day_events.occurred_at) as date,
    event,
    ping_id,
    event_id,
    occurred_at,
    if(is_session, session_id, toUUID('00000000-0000-0000-0000-000000000000')) as session_id,
    if(notEmpty(day_events.visitor_id), day_events.visitor_id, session_visitor_id) as visitor_id,
    page_path,
    props,
    amount,
    currency,
    toLowCardinality(last_page) as exit_page,
    {live_properties}
from (
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
        currency
    from {database}.events final
    where toDate(event_hour) in live_days
      -- Of events with one id, the first counts, on whichever day the others are.
      and (
          event_id = ''
          or (site_id, event_id, occurred_at, ping_id) in (
              select
                  site_id,
                  event_id,
                  tupleElement(min(first) as first_event, 'occurred_at'),
                  tupleElement(first_event, 'ping_id')
              from {database}.event_ids
              where (site_id, event_id) in (
                  select
                      site_id,
                      event_id
                  from {database}.events
                  where toDate(event_hour) in live_days
                    and event_id != ''
              )
              group by
                  site_id,
                  event_id
          )
      )
) as day_events
left any join (
    select
        site_id,
        session_hour,
        session_id,
        visitor_id as session_visitor_id,
        true as is_session,
        {properties}
    from {database}.sessions final
    where /* named by live events */
) as named_sessions using (site_id, session_hour, session_id)
left any join (
    select
        site_id,
        session_hour,
        session_id,
        -- The last of pageviews entered in one millisecond has the greatest id: as a number, as UUIDs compare by their second half.
        argMax(page_path, (entered_at, toUInt128(pageview_id))) as last_page
    from {database}.pageviews final
    where /* named by live events */
    group by
        site_id,
        session_hour,
        session_id
) as exits using (site_id, session_hour, session_id)
union all
select
    site_id,
    day as date,
    event,
    ping_id,
    event_id,
    occurred_at,
    session_id,
    visitor_id,
    page_path,
    props,
    amount,
    currency,
    exit_page,
    {properties}
from {database}.settled_events
where site_id != ''
  and day not in live_days
settings join_use_nulls = 0
comment 'One row per event, with the properties of its session'
