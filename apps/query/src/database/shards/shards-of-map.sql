select max(shard) as shards
from shard_map
