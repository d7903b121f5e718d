import { raw, sql } from '@tallyhouse/sql';
import { requestId } from './plan/crawls.ts';

/** The sites with ids that are forgotten for good. */
export const forgottenSites = sql`
select distinct site_id
from (
    select distinct site_id, concat('session ', site_id, ' ', toString(session_id)) as named from sessions
    union all
    select distinct site_id, concat('visitor ', site_id, ' ', toString(visitor_id)) from sessions
    union all
    select distinct site_id, concat('visitor ', site_id, ' ', toString(visitor_id)) from pageviews
    union all
    select distinct site_id, concat('visitor ', site_id, ' ', toString(visitor_id)) from pings where drop_reason = ''
    union all
    select distinct site_id, concat('session ', site_id, ' ', toString(session_id)) from events where notEmpty(session_id)
    union all
    select distinct site_id, concat('visitor ', site_id, ' ', toString(visitor_id)) from events
    union all
    select distinct site_id, concat('ping ', site_id, ' ', toString(ping_id)) from events
    union all
    select distinct site_id, concat('ping ', site_id, ' ', toString(${raw(requestId)})) from crawls
    union all
    select
        site_id,
        concat(
            arrayJoin(['visitor ', 'session ', 'ping ']),
            site_id,
            ' ',
            arrayJoin(extractAll(lower(value), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'))
        )
    from dead_letters
    where site_id != ''
)
where SHA256(named) in (select hash from forgotten where received_before > now())
order by site_id`;
