-- Events, amounts and sessions from sums, then visitors from rows. Where all events of a session lie on one day, its first event of
-- each name counts, and these add up. The ids are kept of the sessions of an hour that has events on several days.
select
    event,
    currency,
    sum(hour_events) as events,
    arrayReduce('uniqCombined64State(17)', []::Array(UUID)) as visitors,
    sumIf(first_events, (site_id, session_hour) not in /* from: hours_of_several_days */) as sessions_counted,
    uniqExactStateIf((site_id, toUUID('00000000-0000-0000-0000-000000000000')), false) as sessions,
    sum(hour_amount) as amount
from (
    select
        site_id,
        event,
        currency,
        session_hour,
        count() as hour_events,
        countIf(is_first) as first_events,
        sum(event_rows.amount) as hour_amount
    from /* from: events */
    group by
        site_id,
        event,
        currency,
        session_hour
)
group by
    event,
    currency
union all
select
    event,
    '' as currency,
    0 as events,
    uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id)) as visitors,
    0 as sessions_counted,
    uniqExactStateIf(
        session,
        notEmpty(session_id)
        and (site_id, session_hour) in /* from: hours_of_several_days */
    ) as sessions,
    toDecimal128(0, 4) as amount
from /* from: events */
group by event
