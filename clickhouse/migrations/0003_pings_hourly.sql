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
from (
    select
        site_id,
        received_at,
        if(drop_reason = '', 'stored', 'dropped') as outcome,
        drop_reason as reason
    from pings final
    union all
    select
        site_id,
        received_at,
        'dead_lettered' as outcome,
        '' as reason
    from dead_letters final
    where replayed_at = 0
)
group by
    site_id,
    hour,
    outcome,
    reason
comment 'What became of the pings that were received (answered with 202). Exact, also when messages were delivered twice. Those that still wait in the log are not in it yet, those that RETENTION_PINGS removed no more'
