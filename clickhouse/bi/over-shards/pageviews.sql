select
    *
    replace (
        {here:pageview_id},
        {here:session_id},
        {here:visitor_id}
    )
from (
    select *
    from cluster('{cluster}', {local}, pageviews)
)
