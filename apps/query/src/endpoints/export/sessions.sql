with
    -- Visitors choose these texts, and spreadsheets run text that begins like a formula: with a tab, carriage return, + - = @.
    -- The first byte decides. (match() on nine columns took as long as reading them.)
    text -> if(
        {defuse:Bool} and reinterpretAsUInt8(text) in (9, 13, 43, 45, 61, 64),
        concat('''', text),
        text
    ) as defused,
    session_rows as (
        select
            site_id,
            session_hour,
            session_id as session,
            first_seen_at,
            last_seen_at,
            -- Select these columns, not elements of the tuples behind them: FINAL does not merge an element read alone (0004).
            ip,
            city,
            region,
            country,
            latitude,
            longitude,
            browser,
            browser_version,
            os,
            os_version,
            device_type,
            source,
            medium,
            utm_source,
            utm_medium,
            utm_campaign,
            hostname,
            language,
            screen
        from sessions final
        where site_id in {sites:Array(String)}
          and session_hour >= {key_start:DateTime('UTC')}
          and session_hour < {key_end:DateTime('UTC')}
          and first_seen_at >= {start:DateTime64(3, 'UTC')}
          and first_seen_at < {end:DateTime64(3, 'UTC')}
          /* filter: sessions */
    )
select
    {site}
    -- As text: in Parquet a UUID is 16 bare bytes.
    toString(session) as session_id,
    if({personal:Bool}, session_rows.ip, '') as ip,
    city,
    region,
    country,
    latitude,
    longitude,
    defused(session_rows.browser) as browser,
    defused(session_rows.browser_version) as browser_version,
    defused(session_rows.os) as os,
    defused(session_rows.os_version) as os_version,
    device_type,
    defused(source) as referrer_source,
    defused(medium) as referrer_medium,
    defused(session_rows.utm_source) as utm_source,
    defused(session_rows.utm_medium) as utm_medium,
    defused(session_rows.utm_campaign) as utm_campaign,
    first_seen_at,
    last_seen_at
    {properties}
from session_rows
-- In the order of the table's key, so that rows stream as they are read: see pageviews.sql.
order by
    site_id,
    session_hour,
    first_seen_at,
    toUInt128(session)
