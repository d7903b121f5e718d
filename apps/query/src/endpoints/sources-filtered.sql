-- One step, as the visitors come as ids here and not as states.
select
    source,
    medium,
    sum(source_visits.visits) as visits,
    uniqCombined64Merge(17)(visitors) as unique_visitors,
    sum(source_visits.bounces) as bounces
from (
    /* rows: source_visits */
) as source_visits
group by
    source,
    medium
order by
    visits desc,
    source,
    medium
limit {limit:UInt32}
offset {offset:UInt32}
settings exact_rows_before_limit = 1
