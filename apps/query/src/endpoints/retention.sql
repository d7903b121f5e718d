-- The cohorts that are not empty, numbered from 1. `returned` has an entry for each period of the report from the cohort's own on.
select
    cohort,
    sum(visitors_alike) as visitors,
    arraySlice(sumForEach(arrayMap(
        period -> if(bitTest(periods, period - 1), visitors_alike, 0),
        arrayEnumerate({bucket_starts:Array(Int64)})
    )), cohort) as returned
from (
    -- Few combinations of periods occur, beside the number of visitors.
    select
        cohort,
        periods,
        count() as visitors_alike
    from (
        select
            visitor_id,
            max(rows.cohort) as cohort,
            groupBitOr(rows.periods) as periods
        from (
            /* rows: first_visits */
            union all
            /* rows: visitor_periods */
        ) as rows
        group by visitor_id
        having cohort > 0
    )
    group by
        cohort,
        periods
)
group by cohort
