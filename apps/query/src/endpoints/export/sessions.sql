with
    -- Visitors choose these texts, and a spreadsheet runs those that begin like a formula.
    -- The first byte tells: tab, carriage return, + - = @. (match() took as long for nine columns as reading them.)
    text -> if(
        {defuse:Bool} and reinterpretAsUInt8(text) in (9, 13, 43, 45, 61, 64),
        concat('''', text),
        text
    ) as defused,
    session_rows as (
        select
            session_hour,
            session_id as session,
            first_seen_at,
            last_seen_at,
            -- These columns, not parts of the tuples behind them, which FINAL does not merge (migration 0004).
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
    ip,
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
    /* properties */
from session_rows
-- Begins as the table's key does, so that rows stream as they are read: see pageviews.sql.
order by
    session_hour,
    first_seen_at,
    session
