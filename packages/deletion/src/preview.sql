-- The rows that a deletion would remove. Rows of one id that are not merged yet count once.
with
    doomed_sessions as (/* sessions */),
    doomed_pings as (/* pings */)
select 'pings' as name, uniqExact(ping_id) as rows
from pings
where site_id = {site:String} and drop_reason = '' and (session_id in doomed_sessions or ping_id in doomed_pings)
union all
select 'sessions', uniqExact(session_id) from sessions where site_id = {site:String} and session_id in doomed_sessions
union all
select 'pageviews', uniqExact(session_id, pageview_id) from pageviews where site_id = {site:String} and session_id in doomed_sessions
union all
select 'events', uniqExact(ping_id) from events where site_id = {site:String} and (session_id in doomed_sessions or ping_id in doomed_pings)
union all
select 'changed_sessions', count() from changed_sessions where site_id = {site:String} and session_id in doomed_sessions
union all
select 'settled_sessions', count() from settled_sessions where site_id = {site:String} and session_id in doomed_sessions
union all
select 'settled_pageviews', count() from settled_pageviews where site_id = {site:String} and session_id in doomed_sessions
union all
select 'settled_events', count() from settled_events where site_id = {site:String} and ping_id in (
    select ping_id from events where site_id = {site:String} and (session_id in doomed_sessions or ping_id in doomed_pings)
)
union all
select 'dead_letters', count() from dead_letters final where /* letters */
