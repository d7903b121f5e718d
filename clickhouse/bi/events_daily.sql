create or replace view {bi}.events_daily
(
    site_id LowCardinality(String) comment 'Site',
    date Date comment 'UTC day',
    event LowCardinality(String) comment 'Name of the event',
    currency LowCardinality(String) comment 'ISO 4217 code of the currency of amount; empty for events without revenue',
    events UInt64 comment 'Number of events',
    amount Decimal(38, 4) comment 'Revenue of these events, less refunds'
)
definer = {definer} sql security definer
as
with
    /* trust: settled_events */ as stale_days
-- First the stale days, so that the settled ones are at least as new as the watermarks behind stale_days.
select
    site_id,
    date,
    event,
    currency,
    count() as events,
    sum(amount) as amount
from {bi}.events
where date in stale_days
  and {counted_here}
group by
    site_id,
    date,
    event,
    currency
union all
select
    site_id,
    day as date,
    event,
    currency,
    count() as events,
    sum(amount) as amount
from {database}.settled_events
where site_id != ''
  and day not in stale_days
  and {counted_here}
group by
    site_id,
    day,
    event,
    currency
comment 'Events by name, currency and UTC day. All numbers add up'
