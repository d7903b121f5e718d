import type { ClickHouseClient } from '@clickhouse/client';
import type { Site } from '../../oracle/site.ts';

/** How many rows a site has in each entity table, and the sum of when its visitors were first seen. */
interface Counts {
  site_id: string;
  pageviews: number;
  sessions: number;
  visitors: number;
  first_seen: number;
}

/** Counts the entity tables as reports read them. */
export async function countEntities(client: ClickHouseClient): Promise<Counts[]> {
  const result = await client.query({
    query: `
      select site_id, sum(p) as pageviews, sum(s) as sessions, sum(v) as visitors, sum(f) as first_seen
      from
      (
          select site_id, 1 as p, 0 as s, 0 as v, 0 as f from pageviews final
          union all
          select site_id, 0, 1, 0, 0 from sessions final
          union all
          select site_id, 0, 0, 1, toUnixTimestamp64Milli(first_seen_at) from visitors final
      )
      group by site_id
      order by site_id`,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return result.json();
}

/** The expected counts. */
export function entitiesOf(sites: readonly Site[]): Counts[] {
  return sites
    .map(({ ids, pageviews, sessions, firstSeen }) => ({
      site_id: ids[0] ?? '',
      pageviews: pageviews.length,
      sessions: sessions.length,
      visitors: firstSeen.size,
      first_seen: [...firstSeen.values()].reduce((sum, at) => sum + at, 0),
    }))
    .sort((a, b) => (a.site_id < b.site_id ? -1 : 1));
}
