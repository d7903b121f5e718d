select
    toUInt32(countIf(is_readonly or is_session_expired)) as lost,
    toUInt32(max(absolute_delay)) as delay
from system.replicas
where database = currentDatabase()
