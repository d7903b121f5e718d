-- Views after the stretch, of which those of sessions that viewed the page before are no first ones.
select
    page_path,
    count() as views,
    uniqExactIf(session_id, (page_path, session_id) not in (
        select
            page_path,
            session_id
        from carried_views
        where site_id = {site_id:String}
          and slot = toDateTime(rolled_until, 'UTC') - interval 1 hour
          and edge = 'end'
    )) as first_views,
    sum(pageviews.focus_time_ms) as focus_time_ms,
    sum(pageviews.scroll_depth) as scroll_depth,
    sortable(max(pageviews.title)) as title
from pageviews final
where site_id = {site_id:String}
  and entered_hour >= /* from */ - interval 25 hour
  and entered_hour < /* until */ + interval 10 minute
  and entered_at >= /* from */
  and entered_at < /* until */
  and /* from */ < /* until */
group by page_path
