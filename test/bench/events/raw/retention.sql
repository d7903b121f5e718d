-- Weeks as bits, from the week in which the range begins.
with
    toStartOfWeek({start:DateTime64(3, 'UTC')}, 1) as first_week,
    toUInt8(12) as weeks,
    (pinged_at -> intDiv(toUInt32(dateDiff('day', first_week, pinged_at)), 7)) as week_of,
    visitors as (
        select
            min(pinged_at) as first_view_at,
            groupBitOrIf(
                bitShiftLeft(toUInt64(1), week_of(pinged_at)),
                pinged_at >= {start:DateTime64(3, 'UTC')} and pinged_at < {end:DateTime64(3, 'UTC')}
            ) as periods
        from pings
        where site_id = {site_id:String}
          and type = 'view'
          and event = ''
          and pinged_at < {end:DateTime64(3, 'UTC')}
        group by visitor_id
        having first_view_at >= {start:DateTime64(3, 'UTC')}
    ),
    cohorts as (
        select
            week_of(first_view_at) as week,
            count() as visitors,
            sumForEach(arrayMap(period -> bitTest(periods, week + period), range(weeks))) as returned
        from visitors
        group by week
    )
select
    toString(first_week + 7 * toInt32(number)) as cohort,
    visitors,
    arrayResize(returned, 12 - number) as returned
from numbers(12) as numbers
left join cohorts on toUInt32(number) = week
order by number
