import type { ClickHouseClient } from '@clickhouse/client';
import { command } from '@tallyhouse/clickhouse';
import { sql } from '@tallyhouse/sql';
import { insertSettings } from '../insert-settings.ts';
import { type Target, valuesOf } from '../target.ts';

/**
 * Notes the days of the plan that ever had a ping in `deleted_days`: copies of their numbers learn that they changed, or are gone. BI views
 * consider all days of a plan changed until it is carried out.
 */
export const noteDeletedDays = (client: ClickHouseClient, about: Target): Promise<void> =>
  command(
    client,
    sql`
insert into deleted_days (site_id, day, deleted_at)
select distinct
    {site:String},
    toDate(at),
    now64(3, 'UTC')
from deleting
where what = 'day'
  and toDate(at) in (
      select day from changed_days where site_id = {site:String} and fact = 'ping'
      union distinct
      select day from deleted_days where site_id = {site:String}
  )`,
    { query_params: valuesOf(about), clickhouse_settings: insertSettings },
  );
