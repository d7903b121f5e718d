-- The sources whose visits differ most between the range and an earlier one: of those with more visits and of those with fewer
-- as many as `limit` says.
select
    source,
    medium,
    sum(visits_of_both.current) as current,
    sum(visits_of_both.previous) as previous
from (
    select
        source,
        medium,
        visits as current,
        0 as previous
    from (
        /* rows: source_visits */
    )
    union all
    select
        source,
        medium,
        0 as current,
        visits as previous
    from (
        /* earlier rows: source_visits */
    )
) as visits_of_both
group by
    source,
    medium
having current != previous
order by
    abs(toInt64(current) - toInt64(previous)) desc,
    source,
    medium
limit {limit:UInt32} by current > previous
