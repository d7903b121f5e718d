import type { ClickHouseClient } from '@clickhouse/client';
import { select } from '@tallyhouse/clickhouse';
import { type Sql, sql, time, uint32 } from '@tallyhouse/sql';
import { countAll, joined, markOnce, type Stretch, startRow, unmarked } from './mark.ts';

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
export async function markGaps(
  clients: readonly [ClickHouseClient, ...ClickHouseClient[]],
  now: number,
): Promise<void> {
  const [home] = clients;
  // Each shard has a part of a site's pings. Of those of a site with enough, one has at least its share.
  const expected = leastExpected / clients.length;
  const missing = await Promise.all(
    clients.map((client) => select(client, missingHours(now, expected), startRow)),
  );
  const found = new Map(missing.flat().map((one) => [`${one.site} ${one.from}`, one]));
  if (found.size === 0) return;
  if (clients.length > 1) {
    const asked = { query: (ones: Sql) => countsOf(ones, now), unit: 1000 };
    for (const { site, from, counts } of await countAll(clients, [...found.values()], asked)) {
      const [pings = 0, before = 0] = counts;
      if (pings > 0 || before < 4 * leastExpected) found.delete(`${site} ${from}`);
    }
  }
  const stretches = [...found.values()].map((one): Stretch => ({ ...one, until: one.from + hour }));
  for (const { site, from, until } of await unmarked(home, 'gap', joined(stretches))) {
    const fact = `gap ${site} ${new Date(from).toISOString()}`;
    const text =
      until - from === hour ? 'An hour without data.' : `${(until - from) / hour} hours without data.`;
    await markOnce(home, now, { fact, kind: 'gap', at: from, until, sites: [site], text });
  }
}

const startOfHour = sql`toUnixTimestamp(toStartOfHour(pinged_at))`;

const weekBefore = (now: number) => Math.floor(now / hour) * hour + hour - week;

/** The same hour of the week that begins at `from`, milliseconds since 1970. */
function inWeekFrom(from: number): Sql {
  const start = uint32(from / 1000);
  return sql`(${start} + positiveModulo(toInt64(${startOfHour}) - ${start}, 604800)) * 1000`;
}

/** Hours without pings between two with some, which had enough of them in the weeks before. @param expected as the least of the means */
function missingHours(now: number, expected: number): Sql {
  const from = weekBefore(now);
  return sql`
select
    site_id as site,
    ${inWeekFrom(from)} as from
from pings
where drop_reason = ''
  and pinged_at >= ${time(from - 4 * week)}
  and pinged_at < ${time(from)}
  and (site_id, toStartOfHour(pinged_at)) in (
    select
        site_id,
        toDateTime(intDiv(missed, 1000) - 604800 * arrayJoin([1, 2, 3, 4]), 'UTC')
    from (
        select
            site_id,
            groupArrayIf(hour, pings > 0) as hours,
            groupArrayIf(hour, pings = 0 and before >= ${4 * expected}) as silent
        from (
            select
                site_id,
                ${inWeekFrom(from)} as hour,
                countIf(pinged_at >= ${time(from)}) as pings,
                count() - pings as before -- With redelivered ones, because it only chooses hours: all ids are many.
            from pings
            where drop_reason = ''
              and pinged_at >= ${time(from - 4 * week)}
              and pinged_at < ${time(from + week)}
            group by
                site_id,
                hour
        )
        group by site_id
    )
    array join arrayFilter(one -> one between arrayMin(hours) and arrayMax(hours), silent) as missed
  )
group by
    site,
    from
having uniqExact(ping_id) >= ${4 * expected}`;
}

/** The pings of hours, and those of the same hours of the four weeks before. */
const countsOf = (ones: Sql, now: number): Sql => sql`
select
    site_id as site,
    ${inWeekFrom(weekBefore(now))} as from,
    [
        countIf(pinged_at >= ${time(weekBefore(now))}),
        uniqExactIf(ping_id, pinged_at < ${time(weekBefore(now))})
    ] as counts
from pings
where drop_reason = ''
  and (site_id, toStartOfHour(pinged_at)) in (
    select
        one.1,
        toDateTime(one.2 - 604800 * arrayJoin(range(5)), 'UTC')
    from ${ones}
  )
group by
    site,
    from`;
