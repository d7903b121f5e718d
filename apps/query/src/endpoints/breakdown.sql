select
    {dimension:Identifier} as value,
    count() as visits,
    uniqExact(visitor_id) as unique_visitors,
    countIf(bounced) as bounces
from sessions final
where site_id = {site_id:String}
  and session_hour >= {key_start:DateTime64(3, 'UTC')}
  and session_hour < {key_end:DateTime64(3, 'UTC')}
  and first_seen_at >= {start:DateTime64(3, 'UTC')}
  and first_seen_at < {end:DateTime64(3, 'UTC')}
  /* filter: sessions */
group by value
order by
    visits desc,
    value
limit {limit:UInt32}
offset {offset:UInt32}
settings
    do_not_merge_across_partitions_select_final = 1,
    exact_rows_before_limit = 1
