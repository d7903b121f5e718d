import { idLead } from '@tallyhouse/ping';
import { inSet, perShard, raw, type Sql, sql, table, time } from '@tallyhouse/sql';
import { type About, siteCondition } from './about.ts';
import type { From, Relation } from './relation.ts';

/** The visitors that a shard first saw in the range. */
const seenByShard: Relation = {
  tables: ['settled_visitors'],
  rows: (from) => sql`
select
    visitor_id,
    first_seen_at
from ${from.visitors(['visitor_id', 'first_seen_at'])}`,
};

/**
 * Visitors whom the shards together first saw in a range: those that one shard first saw in it, without those that another saw earlier. Few
 * are looked up: visitors with older ids, and visitors whose clock was fast, so that their id is younger than an earlier ping. They are
 * looked up once, not by each shard again.
 * @param branches selects the rows of a relation on one shard
 */
export function newcomersFrom(about: About, branches: (relation: Relation) => Sql): From {
  const { range, sites } = about;
  const before = sql`< ${time(range.start + idLead)}`;
  const found = perShard(branches(seenByShard), 'shard alone');
  const oldIds = sql`
select
    toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC')) as hour,
    visitor_id
from (
    ${found}
)
where hour ${before}`;
  const earlier = sql`
select visitor_id
from ${table('visitors')}
where ${siteCondition(sites)}
  and first_seen_at < ${time(range.start)}
  and (
      not visitor_hour ${before}
      or ${inSet(raw('(visitor_hour, visitor_id)'), oldIds)}
  )`;
  const refuse = () => {
    throw new Error('visitors alone come from all shards together');
  };
  return {
    about,
    sessions: refuse,
    pageviews: refuse,
    events: refuse,
    crawls: refuse,
    paths: refuse,
    visitors: () => sql`(
    select
        visitor_id,
        min(found.first_seen_at) as first_seen_at
    from (
        ${found}
    ) as found
    where ${inSet(raw('visitor_id'), earlier, { not: true })}
    group by visitor_id
) as visitor_rows`,
  };
}
