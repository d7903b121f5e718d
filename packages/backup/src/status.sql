select
    status,
    error,
    total_size as all_bytes,
    compressed_size as added_bytes,
    bytes_read as read_bytes
from system.backups
where id = {id:String}
