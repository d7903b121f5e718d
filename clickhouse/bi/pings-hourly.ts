import { columnsIn } from '@tallyhouse/facts';
import { raw, sql, table } from '@tallyhouse/sql';
import { castTime, listed, time, type View } from './view.ts';

const outcomes = ['site_id', 'hour', 'outcome', 'reason'];

export const pingsHourly: View = {
  name: 'pings_hourly',
  comment:
    'Outcomes of received pings by hour. Pings still in the log are missing, and so are pings that RETENTION_PINGS removed',
  columns: () =>
    columnsIn(`
site_id | String | Site; empty for a dead letter whose site cannot be read
hour | ${time} | UTC hour of receipt
outcome | String | stored, dropped or dead_lettered
reason | String | Reason for dropping, such as bot or unknown_site (docs/api.md lists them); otherwise empty
pings | UInt64 | Number of pings`),
  rows: () => sql`
select * replace (${castTime('hour')})
from ${table('pings_hourly')}`,
  overShards: (shards) => sql`
select
    ${listed(outcomes)},
    sum(number) as pings
from (
    select
        ${listed(outcomes)},
        pings as number
    from ${shards.views('pings_hourly')}
)
group by all`,
  // A repeated ping is in the same month. So FINAL merges each month separately, and skips a month that is a single part.
  settings: raw('do_not_merge_across_partitions_select_final = 1'),
};
