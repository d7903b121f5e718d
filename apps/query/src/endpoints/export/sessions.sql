with
    -- Visitors choose these texts, and a spreadsheet runs those that begin like a formula.
    -- The first byte tells: tab, carriage return, + - = @. (match() took as long for nine columns as reading them.)
    text -> if(
        {defuse:Bool} and reinterpretAsUInt8(text) in (9, 13, 43, 45, 61, 64),
        concat('''', text),
        text
    ) as defused,
    period_sessions as (
        select
            session_hour,
            session_id as session,
            first_seen_at,
            last_seen_at,
            acquisition,
            geography,
            device
        from sessions final
        where site_id = {site_id:String}
          and session_hour >= {key_start:DateTime64(3, 'UTC')}
          and session_hour < {key_end:DateTime64(3, 'UTC')}
          and first_seen_at >= {start:DateTime64(3, 'UTC')}
          and first_seen_at < {end:DateTime64(3, 'UTC')}
          /* filter: sessions */
    )
select
    -- As text, because Parquet has it as 16 bare bytes otherwise.
    toString(session) as session_id,
    geography.ip as ip,
    geography.city as city,
    geography.region as region,
    geography.country as country,
    geography.latitude as latitude,
    geography.longitude as longitude,
    defused(device.browser) as browser,
    defused(device.browser_version) as browser_version,
    defused(device.os) as os,
    defused(device.os_version) as os_version,
    device.device_type as device_type,
    defused(acquisition.source) as referrer_source,
    defused(acquisition.medium) as referrer_medium,
    defused(acquisition.utm_source) as utm_source,
    defused(acquisition.utm_medium) as utm_medium,
    defused(acquisition.utm_campaign) as utm_campaign,
    first_seen_at,
    last_seen_at
from period_sessions
-- Begins as the table's key does, so that rows stream as they are read: see pageviews.sql.
order by
    session_hour,
    first_seen_at,
    session
settings do_not_merge_across_partitions_select_final = 1
