select
    page_path,
    argMax(pings.page_title, pinged_at) as page_title,
    count() as views
from pings
where site_id = {site_id:String}
  and type = 'view'
  and pinged_at >= {start:DateTime64(3, 'UTC')}
  and pinged_at < {end:DateTime64(3, 'UTC')}
  and (positionCaseInsensitiveUTF8(page_path, {q:String}) > 0 or positionCaseInsensitiveUTF8(pings.page_title, {q:String}) > 0)
  /* filter */
group by page_path
order by
    views desc,
    page_path
limit 20
