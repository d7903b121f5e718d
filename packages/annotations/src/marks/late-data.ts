import type { ClickHouseClient } from '@clickhouse/client';
import { select } from '@tallyhouse/clickhouse';
import { type Sql, sql, time } from '@tallyhouse/sql';
import { countAll, joined, markOnce, startRow, unmarked } from './mark.ts';

const day = 86_400_000;

/**
 * Marks UTC days with more than 1 % of their pings a day late or more.
 * @param clients of the servers that have pings; the first has the annotations
 * @param since only days that changed since then are read
 * @param retentionDays for how many days raw pings are kept; 0 for all
 */
export async function markLateData(
  clients: readonly [ClickHouseClient, ...ClickHouseClient[]],
  { since, now, retentionDays }: { since: number; now: number; retentionDays: number },
): Promise<void> {
  const [home] = clients;
  // Older days may have lost all but the late ones.
  const kept = retentionDays === 0 ? 0 : now - retentionDays * day;
  const changed = await Promise.all(
    clients.map((client) => select(client, changedDays({ since, now, kept }), startRow)),
  );
  // Of all shards: on another one, the day may have pings that came in time, and has not changed.
  const counted = await countAll(clients, changed.flat(), { query: countsOf, unit: day });
  const late = counted
    .map(({ site, from, counts: [late = 0, all = 0] }) => ({ site, from, until: from + day, late, all }))
    .filter(({ late, all }) => late * 100 > all);
  const marked = await unmarked(home, 'late_data', late);
  for (const { site, from, until } of joined(marked)) {
    const within = marked.filter((one) => one.site === site && one.from >= from && one.until <= until);
    const sum = (key: 'late' | 'all') => within.reduce((sum, one) => sum + one[key], 0).toLocaleString('en');
    const text = `Late data: ${sum('late')} of ${sum('all')} pings came a day late or more.`;
    const fact = `late_data ${site} ${new Date(from).toISOString()}`;
    await markOnce(home, now, { fact, kind: 'late_data', at: from, until, sites: [site], text });
  }
}

const isLate = sql`received_at >= pinged_at + interval 1 day`;
const startOfDay = sql`toUnixTimestamp(toDateTime(toDate(pinged_at), 'UTC')) * 1000`;

/** Earlier days that have changed, with late pings. */
const changedDays = ({ since, now, kept }: Record<'since' | 'now' | 'kept', number>): Sql => sql`
with changed as (
    select
        site_id,
        day
    from changed_days
    where fact = 'ping'
      and day < toDate(${time(now)})
      and day > toDate(${time(kept)})
    group by
        site_id,
        day
    having max(changed_at) >= ${time(since)}
)
select distinct
    site_id as site,
    ${startOfDay} as from
from pings
where drop_reason = ''
  and ${isLate}
  and toDate(pinged_at) in (select day from changed)
  and (site_id, toDate(pinged_at)) in (select site_id, day from changed)`;

/** The pings of days, and the late ones among them. Redelivered ones have several rows until parts merge. */
const countsOf = (ones: Sql): Sql => sql`
select
    site_id as site,
    ${startOfDay} as from,
    [uniqExactIf(ping_id, ${isLate}), uniqExact(ping_id)] as counts
from pings
where drop_reason = ''
  and (site_id, toDate(pinged_at)) in (
    select
        one.1,
        toDate(one.2)
    from ${ones}
  )
group by
    site,
    from`;
