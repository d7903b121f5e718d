import { columnsIn } from '@tallyhouse/facts';
import { type Sql, sql, table } from '@tallyhouse/sql';
import { day, site, time, type View } from './view.ts';

/**
 * When anything of a day changed, by all that may change it: pings and events of the day, sessions that have pings on it or that its events
 * name, deletions. `late_at`: when a ping came a day late or more, which may move first visits from any later day, and so `is_new` there.
 * A change is noted when an insert begins. A deletion that runs changes its days at any moment, until it notes its end.
 */
const noted = sql`
select
    site_id,
    date,
    max(changes.changed_at) as noted_at,
    maxIf(changes.changed_at, kind = 'late') as late_at,
    max(kind in ('ping', 'deleted')) as was_there
from (
    select
        site_id,
        day as date,
        toString(fact) as kind,
        changed_at
    from ${table('changed_days')}
    where fact in ('ping', 'session', 'visitor', 'late', 'event')
    union all
    select
        site_id,
        day as date,
        'session of an event' as kind,
        session_changed_at as changed_at
    from (
        select distinct
            site_id,
            day,
            session_day
        from ${table('changed_days')}
        where fact = 'event'
    ) as event_days
    inner join (
        select
            site_id,
            day as session_day,
            max(changed_at) as session_changed_at
        from ${table('changed_days')}
        where fact = 'session'
        group by all
    ) as session_days using (site_id, session_day)
    union all
    select
        site_id,
        day as date,
        'deleted' as kind,
        deleted_at as changed_at
    from ${table('deleted_days')}
    union all
    select
        toLowCardinality(site_id) as site_id,
        toDate(at) as date,
        'deletion' as kind,
        now64(3, 'UTC') as changed_at
    from ${table('deleting')}
    where what = 'day'
) as changes
group by all`;

/**
 * Two minutes after a change was noted everybody can read it: the consumer aborts an insert after one, and clocks of servers may differ
 * by the other. Until then the day counts as changed at this very moment, so no maximum that was read before is above it.
 */
const whenReadable = (rows: Sql): Sql => sql`
select
    site_id,
    date,
    least(now64(3, 'UTC'), greatest(noted_at, any_late_at) + interval 2 minute) as changed_at
from (
    select
        site_id,
        date,
        noted_at,
        max(late_at) over (
            partition by site_id
            order by date
        ) as any_late_at,
        was_there
    from (
        ${rows}
    )
)
where was_there`;

const ofShard = columnsIn(`
noted_at | ${time} | When a change was noted last
late_at | ${time} | When a ping of the day came a day late or more
was_there | Bool | Whether the shard ever had pings of the day`);

const ofAll = columnsIn(`
changed_at | ${time} | When a row of the day last changed, by a late ping, an import or a deletion too; it moves on for two minutes. Never earlier than a largest changed_at that could be read before the change. The row stays when nothing is left of the day`);

export const changedDays: View = {
  name: 'changed_days',
  comment:
    'One row per site and UTC day that ever had pageviews, sessions or events, with the time of its last change. Remember the largest changed_at, and read the days above it the next time',
  columns: (isShard) => [site, day, ...(isShard ? ofShard : ofAll)],
  rows: (isShard) => (isShard ? noted : whenReadable(noted)),
  overShards: (shards) =>
    whenReadable(sql`
select
    site_id,
    date,
    max(of_shard.noted_at) as noted_at,
    max(of_shard.late_at) as late_at,
    max(of_shard.was_there) as was_there
from ${shards.rows('changed_days')} as of_shard
group by all`),
};
