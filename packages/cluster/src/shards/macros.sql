select
    anyIf(substitution, macro = 'shard') as shard,
    anyIf(substitution, macro = 'replica') as replica
from system.macros
