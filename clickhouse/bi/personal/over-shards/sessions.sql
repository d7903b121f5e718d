select
    *
    replace (
        {here:session_id},
        {here:visitor_id}
    )
from (
    select *
    from cluster('{cluster}', {local}, personal_sessions)
)
