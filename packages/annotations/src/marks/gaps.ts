import type { ClickHouseClient } from '@clickhouse/client';
import { select } from '@tallyhouse/clickhouse';
import { parameter, type Sql, sql, time, uint32 } from '@tallyhouse/sql';
import { z } from 'zod';
import { isMarked, joined, markOnce, type Stretch } from './mark.ts';

const hour = 3_600_000;
const week = 168 * hour;

/** The least mean number of pings in an hour, over four weeks, for its silence to count. */
const leastExpected = 10;

/**
 * Marks the hours in which a site received nothing, although the same hours of the previous four weeks had a mean of ten pings or more;
 * once pings arrive again. It looks back for a week. The dashboard hatches its line by a rule of its own (gapsIn), because it has only the
 * response that it draws, in buckets of any length, and shows a silence that still lasts.
 * @param clients of the servers that have pings; the first has the annotations
 */
export async function markGaps(clients: readonly ClickHouseClient[], now: number): Promise<void> {
  const [home] = clients;
  if (home === undefined) return;
  const missing = await Promise.all(clients.map((client) => select(client, missingHours(now), row)));
  const found = new Map(missing.flat().map((one) => [`${one.site} ${one.from}`, one]));
  if (found.size === 0) return;
  // On another shard, the hour may have pings.
  if (clients.length > 1) {
    const hours = [...found.values()].map(({ site, from }) => [site, from / 1000]);
    const elsewhere = await Promise.all(clients.map((client) => select(client, hoursWithPings(hours), row)));
    for (const { site, from } of elsewhere.flat()) found.delete(`${site} ${from}`);
  }
  const stretches = [...found.values()].map((one): Stretch => ({ ...one, until: one.from + hour }));
  for (const { site, from, until } of joined(stretches)) {
    if (await isMarked(home, 'gap', { site, from, until })) continue;
    const fact = `gap ${site} ${new Date(from).toISOString()}`;
    const text =
      until - from === hour ? 'An hour without data.' : `${(until - from) / hour} hours without data.`;
    await markOnce(home, { fact, kind: 'gap', at: from, until, sites: [site], text }, now);
  }
}

const row = z.object({ site: z.string(), from: z.number() });

const startOfHour = sql`toUnixTimestamp(toStartOfHour(pinged_at))`;

/** Hours without pings between two with some, of sites that had an hour with enough of them. */
function missingHours(now: number): Sql {
  const from = Math.floor(now / hour) * hour + hour - week;
  const start = uint32(from / 1000);
  return sql`
with missing as (
    select
        site_id,
        arrayJoin(arrayFilter(one -> not has(hours, one), range(arrayMin(hours), arrayMax(hours), 3600))) as missed
    from (
        select
            site_id,
            groupArray(hour) as hours
        from (
            select
                site_id,
                ${startOfHour} as hour,
                count() as pings
            from pings
            where drop_reason = ''
              and pinged_at >= ${time(from)}
              and pinged_at < ${time(from + week)}
            group by
                site_id,
                hour
        )
        group by site_id
        having max(pings) >= ${leastExpected}
    )
)
select
    site_id as site,
    (${start} + positiveModulo(toInt64(${startOfHour}) - ${start}, 604800)) * 1000 as from
from pings
where drop_reason = ''
  and pinged_at >= ${time(from - 4 * week)}
  and pinged_at < ${time(from)}
  and (site_id, toStartOfHour(pinged_at)) in (
    select
        site_id,
        toDateTime(missed - 604800 * arrayJoin([1, 2, 3, 4]), 'UTC')
    from missing
  )
group by
    site,
    from
having count() >= ${4 * leastExpected}`;
}

/** @param hours sites, with seconds since 1970 */
const hoursWithPings = (hours: readonly (readonly (string | number)[])[]): Sql => sql`
select distinct
    site_id as site,
    ${startOfHour} * 1000 as from
from pings
where drop_reason = ''
  and (site_id, toStartOfHour(pinged_at)) in (
    select
        one.1,
        toDateTime(one.2, 'UTC')
    from (select arrayJoin(${parameter(hours, 'Array(Tuple(String, UInt32))')}) as one)
  )`;
