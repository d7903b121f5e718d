with
    sessions as (
        select
            minIf(pinged_at, event = '') as began_at,
            arraySlice(
                arrayCompact(arrayMap(
                    row -> (row.3, row.2),
                    arraySort(groupArray((pinged_at, event != '', if(event = '', page_path, toString(event)), ping_id)))
                )),
                1,
                3
            ) as path
        from pings
        where site_id = {site_id:String}
          and type = 'view'
          and pinged_at >= {start:DateTime64(3, 'UTC')} - interval 1 day
          and pinged_at < {end:DateTime64(3, 'UTC')} + interval 1 day
        group by session_id
        having began_at >= {start:DateTime64(3, 'UTC')}
           and began_at < {end:DateTime64(3, 'UTC')}
    )
select
    arrayMap(node -> map(if(node.2, 'event', 'page'), node.1), path) as path,
    count() as sessions,
    round(100 * sessions / sum(sessions) over (), 2) as percentage
from sessions
group by sessions.path
order by
    sessions desc,
    sessions.path
limit 20
