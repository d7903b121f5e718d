select distinct
    toString(cluster) as cluster,
    shard
from shard_identity
