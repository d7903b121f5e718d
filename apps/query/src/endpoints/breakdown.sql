select
    value,
    sum(dimension_visits.visits) as visits,
    uniqCombined64Merge(17)(visitors) as unique_visitors,
    sum(dimension_visits.bounces) as bounces
from (
    /* rows: dimension_visits */
) as dimension_visits
group by value
order by
    visits desc,
    value
limit {limit:UInt32}
offset {offset:UInt32}
settings exact_rows_before_limit = 1
