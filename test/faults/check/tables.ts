import type { ClickHouseClient } from '@clickhouse/client';
import { arraysOf } from '../../bi/bi-database.ts';
import type { Site } from '../../oracle/site.ts';

/** How many rows each site has in each entity table, as reports read them, and the sum of when its visitors were first seen. */
export const countEntities = (client: ClickHouseClient) =>
  arraysOf(
    client,
    `select site_id, sum(pageviews), sum(sessions), sum(visitors), sum(first_seen)
    from
    (
        select site_id, 1 as pageviews, 0 as sessions, 0 as visitors, 0 as first_seen from pageviews final
        union all
        select site_id, 0, 1, 0, 0 from sessions final
        union all
        select site_id, 0, 0, 1, toUnixTimestamp64Milli(first_seen_at) from visitors final
    )
    group by site_id
    order by site_id`,
  );

export const entitiesOf = (sites: readonly Site[]) =>
  sites
    .map(({ ids: [id = ''], pageviews, sessions, firstSeen }) => {
      const sum = [...firstSeen.values()].reduce((sum, at) => sum + at, 0);
      return [id, pageviews.length, sessions.length, firstSeen.size, sum] as const;
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
