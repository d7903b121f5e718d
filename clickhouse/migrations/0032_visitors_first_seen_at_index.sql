alter table visitors add index if not exists first_seen_at_minmax first_seen_at type minmax granularity 1
