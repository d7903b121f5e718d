select
    toUInt32(countIf(is_readonly or is_session_expired)) as lost,
    toUInt32(max(absolute_delay)) as delay,
    -- Fails on a new replica, which gets its tables in the order of their names.
    (select toUInt32(count()) from (select 1 from visitors limit 0)) as nothing
from system.replicas
where database = currentDatabase()
