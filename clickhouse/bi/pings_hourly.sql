create or replace view {bi}.pings_hourly
(
    site_id String comment 'Site; empty for a dead letter whose site cannot be read',
    hour DateTime('UTC') comment 'UTC hour of receipt',
    outcome String comment 'stored, dropped or dead_lettered',
    reason String comment 'Reason for dropping, such as bot or unknown_site (docs/api.md lists them); otherwise empty',
    pings UInt64 comment 'Number of pings'
)
definer = {definer} sql security definer
as
select
    site_id,
    hour,
    outcome,
    reason,
    pings
from {database}.pings_hourly
-- A repeated ping lies in the same month. So FINAL merges each month alone, and not at all one that is a single part.
settings do_not_merge_across_partitions_select_final = 1
comment 'Outcomes of received pings by hour. Pings still in the log are missing, and so are pings that RETENTION_PINGS removed'
