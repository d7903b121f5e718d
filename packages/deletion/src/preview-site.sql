select 'pings' as name, uniqExact(ping_id) as rows from pings where site_id = {site:String}
union all
select 'sessions', uniqExact(session_id) from sessions where site_id = {site:String}
union all
select 'pageviews', uniqExact(session_id, pageview_id) from pageviews where site_id = {site:String}
union all
select 'visitors', uniqExact(visitor_id) from visitors where site_id = {site:String}
union all
select 'page_titles', uniqExact(page_path) from page_titles where site_id = {site:String}
union all
select 'events', uniqExact(ping_id) from events where site_id = {site:String}
union all
select 'event_ids', uniqExact(event_id) from event_ids where site_id = {site:String}
union all
select 'changed_sessions', count() from changed_sessions where site_id = {site:String}
union all
select 'settled_sessions', count() from settled_sessions where site_id = {site:String}
union all
select 'settled_pageviews', count() from settled_pageviews where site_id = {site:String}
union all
select 'settled_visitors', count() from settled_visitors where site_id = {site:String}
union all
select 'settled_events', count() from settled_events where site_id = {site:String}
union all
select 'dead_letters', count() from dead_letters final where site_id = {site:String}
