create table if not exists changed_by_day
(
    day Date comment 'UTC day of the hours in changed_hours',
    changed_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'The last of these hours, of any site',
    first_hours_changed_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'The same for the hours 00:00 and 01:00 alone, whose sessions may have pings on the day before',
    late_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'The last late_at of these hours, of any site'
)
engine = AggregatingMergeTree
order by day
settings non_replicated_deduplication_window = 0
comment 'changed_hours of all sites together, by day: a few rows that say which settled days are to be rebuilt. Reports ask changed_hours about their sites';

create materialized view if not exists changed_by_day_from_hours to changed_by_day as
select
    toDate(session_hour) as day,
    max(changed_hours.changed_at) as changed_at,
    maxIf(changed_hours.changed_at, session_hour < toStartOfDay(session_hour) + interval 2 hour) as first_hours_changed_at,
    max(changed_hours.late_at) as late_at
from changed_hours
group by day
comment 'Fills changed_by_day from each block inserted into changed_hours';

-- What changed before. Nothing is greater when it runs again.
insert into changed_by_day (day, changed_at, first_hours_changed_at, late_at)
select
    toDate(session_hour) as day,
    max(changed_hours.changed_at) as changed_at,
    maxIf(changed_hours.changed_at, session_hour < toStartOfDay(session_hour) + interval 2 hour) as first_hours_changed_at,
    max(changed_hours.late_at) as late_at
from changed_hours
group by day;

create table if not exists changed_events_by_day
(
    site_id LowCardinality(String) comment 'Site',
    day Date comment 'UTC day of the events',
    session_day Date comment 'UTC day of the session hours that they name; 1970 without session',
    is_of_first_hours Bool comment 'Whether these are the hours 00:00 and 01:00 of the day alone',
    changed_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'The last change of these in changed_events'
)
engine = AggregatingMergeTree
order by (site_id, day, session_day, is_of_first_hours)
settings non_replicated_deduplication_window = 0
comment 'changed_events by the day of the named sessions: says which settled days of events and paths are to be rebuilt. Reports ask changed_events';

create materialized view if not exists changed_events_by_day_from_changes to changed_events_by_day as
select
    site_id,
    day,
    toDate(session_hour) as session_day,
    session_hour < toStartOfDay(session_hour) + interval 2 hour as is_of_first_hours,
    max(changed_events.changed_at) as changed_at
from changed_events
group by
    site_id,
    day,
    session_day,
    is_of_first_hours
comment 'Fills changed_events_by_day from each block inserted into changed_events';

insert into changed_events_by_day (site_id, day, session_day, is_of_first_hours, changed_at)
select
    site_id,
    day,
    toDate(session_hour) as session_day,
    session_hour < toStartOfDay(session_hour) + interval 2 hour as is_of_first_hours,
    max(changed_events.changed_at) as changed_at
from changed_events
group by
    site_id,
    day,
    session_day,
    is_of_first_hours
