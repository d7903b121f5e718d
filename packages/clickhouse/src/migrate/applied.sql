select
    version,
    name,
    checksum
from migrations final
order by version
