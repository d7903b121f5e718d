import type { ClickHouseClient } from '@clickhouse/client';
import { select } from '@tallyhouse/clickhouse';
import { sql, time } from '@tallyhouse/sql';
import { z } from 'zod';

const row = z.object({ day_ms: z.number() });

/**
 * The days (UTC) of the sessions of a range, milliseconds since 1970. An id is created at most a day before and little after the pings that
 * carry it.
 */
export async function sessionDays(client: ClickHouseClient, range: { from: number; to: number }) {
  const days = sql`
select toUnixTimestamp(day) * 1000 as day_ms
from (
    select arrayJoin([pinged_day - 1, pinged_day, pinged_day + 1]) as day
    from (
        select distinct toDate(pinged_at, 'UTC') as pinged_day from pings where drop_reason = '' and event = ''
    )
    union distinct
    select distinct toDate(session_hour, 'UTC') from pageviews
    union distinct
    select distinct toDate(session_hour, 'UTC') from sessions
)
where day >= toDate(${time(range.from)}, 'UTC') and day <= toDate(${time(range.to)}, 'UTC')
order by day`;
  return (await select(client, days, row)).map(({ day_ms }) => day_ms);
}
