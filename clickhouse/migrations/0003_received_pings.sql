create view if not exists received_pings
(
    site_id LowCardinality(String) comment 'The site; empty for a dead letter whose site cannot be read',
    received_at DateTime64(3, 'UTC') comment 'When ingest received it',
    outcome String comment 'stored, dropped or dead_lettered',
    reason LowCardinality(String) comment 'Why it was dropped: bot, spam_referrer, excluded_ip or unknown_site; else empty'
)
as select
    site_id,
    received_at,
    if(drop_reason = '', 'stored', 'dropped') as outcome,
    drop_reason as reason
from pings final
union all
select
    -- The type that pings has: otherwise its primary key is searched value by value.
    toLowCardinality(site_id) as site_id,
    received_at,
    'dead_lettered' as outcome,
    '' as reason
from dead_letters final
where replayed_at = 0
comment 'What became of each ping that was received (answered with 202): a row a ping, also when messages were delivered twice. Those that still wait in the log are not in it yet, those that RETENTION_PINGS removed no more';

create view if not exists pings_hourly
(
    site_id String comment 'The site; empty for a dead letter whose site cannot be read',
    hour DateTime('UTC') comment 'UTC hour in which they were received',
    outcome String comment 'stored, dropped or dead_lettered',
    reason String comment 'Why they were dropped: bot, spam_referrer, excluded_ip or unknown_site; else empty',
    pings UInt64 comment 'How many'
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
comment 'What became of the pings that were received, by hour: received_pings added up'
