select
    -- Zeros without the table.
    toString(anyIf(uuid, name = 'migrations')) as migrations_id,
    countIf(name = 'shard_map') as has_map,
    -- Raw pings may be kept for some days only.
    countIf(name in ('pings', 'sessions', 'dead_letters') and total_rows > 0) as has_pings,
    -- Empty without the table.
    anyIf(engine, name = 'pings') as engine
from system.tables
where database = currentDatabase()
