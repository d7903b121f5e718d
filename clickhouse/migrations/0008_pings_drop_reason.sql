alter table pings
    add column if not exists drop_reason LowCardinality(String) comment 'Why the ping was dropped: bot, spam_referrer, excluded_ip or unknown_site; then its row holds only ids and times of the ping itself, site and type, and nothing of the visitor. Empty for an accepted ping' after device_type
