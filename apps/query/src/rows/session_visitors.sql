-- Visitors by up to three properties of their sessions: the report says which.
select
    {first:Identifier} as first,
    {second:Identifier} as second,
    {third:Identifier} as third,
    uniqCombined64State(17)(visitor_id) as visitors
from /* from: sessions */
group by
    first,
    second,
    third
