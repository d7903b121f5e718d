-- Does no harm when it runs twice.
alter table pings
    modify comment 'Every ping that was received: accepted ones whole, dropped ones as a bare fact (drop_reason). For accounts, audits, replays and the realtime report; reports read pageviews, sessions and visitors. Redelivered rows vanish when parts merge: count with uniqExact(ping_id) or read with FINAL'
