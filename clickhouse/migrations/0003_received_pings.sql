create view if not exists received_pings
(
    site_id LowCardinality(String) comment 'Site; empty for a dead letter whose site cannot be read',
    received_at DateTime64(3, 'UTC') comment 'Time at which ingest received it',
    outcome String comment 'stored, dropped or dead_lettered',
    reason LowCardinality(String) comment 'Reason for dropping: bot, spam_referrer, excluded_ip or unknown_site; otherwise empty'
)
as select
    site_id,
    received_at,
    if(drop_reason = '', 'stored', 'dropped') as outcome,
    drop_reason as reason
from pings final
union all
select
    -- The same type as in pings: otherwise the primary key is searched value by value.
    toLowCardinality(site_id) as site_id,
    received_at,
    'dead_lettered' as outcome,
    '' as reason
from dead_letters final
where replayed_at = 0
comment 'Outcome of each received ping (response 202): one row per ping, also when messages were delivered twice. Pings still in the log are missing, and so are pings that RETENTION_PINGS removed';

create view if not exists pings_hourly
(
    site_id String comment 'Site; empty for a dead letter whose site cannot be read',
    hour DateTime('UTC') comment 'UTC hour of receipt',
    outcome String comment 'stored, dropped or dead_lettered',
    reason String comment 'Reason for dropping: bot, spam_referrer, excluded_ip or unknown_site; otherwise empty',
    pings UInt64 comment 'Number of pings'
)
as select
    site_id,
    toStartOfHour(received_at) as hour,
    outcome,
    reason,
    count() as pings
from received_pings
group by
    site_id,
    hour,
    outcome,
    reason
comment 'Outcomes of received pings by hour: received_pings added up'
