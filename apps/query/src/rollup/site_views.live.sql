select
    site_id,
    count() as views
from pageviews final
where entered_hour >= /* from */ - interval 25 hour
  and entered_hour < /* until */ + interval 10 minute
  and entered_at >= /* from */
  and entered_at < /* until */
  and /* from */ < /* until */
group by site_id
