select
    site_id,
    count() as views
from pageviews final
where /* within: entered_hour, entered_at */
group by site_id
