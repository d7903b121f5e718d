-- windowFunnel suffices for these steps: no ping matches two of them, and a visitor does one thing at a time.
with
    furthest as (
        select windowFunnel(604800000)(
            toUInt64(toUnixTimestamp64Milli(pinged_at)),
            event = '' and page_path = {page:String} and pinged_at < {end:DateTime64(3, 'UTC')},
            event = {second:String},
            event = {third:String},
            event = {fourth:String}
        ) as level
        from pings
        where site_id = {site_id:String}
          and type = 'view'
          and pinged_at >= {start:DateTime64(3, 'UTC')}
          and pinged_at < {end:DateTime64(3, 'UTC')} + interval 7 day
          and (
              event in ({second:String}, {third:String}, {fourth:String})
              or (event = '' and page_path = {page:String})
          )
        group by visitor_id
    ),
    reached as (
        select
            [countIf(level >= 1), countIf(level >= 2), countIf(level >= 3), countIf(level >= 4)] as counts
        from furthest
    )
select
    counts[number + 1] as entered,
    if(counts[1] = 0, null, round(100 * entered / counts[1], 2)) as rate_of_first,
    if(number = 3, 0, toInt64(entered) - toInt64(counts[number + 2])) as dropped
from reached
cross join numbers(4) as numbers
order by number
