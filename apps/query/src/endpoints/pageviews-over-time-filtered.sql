-- With a filter, those of the new visitors count who have a pageview that passes in the bucket. The set is of the visitors that pass,
-- as they are fewer.
select
    bucket as start_ms,
    uniqExact(visitor_id) as new_visitors
from (
    /* rows: bucket_newcomers */
)
where (bucket, visitor_id) in (
    select
        bucket,
        visitor_id
    from (
        /* rows: bucket_visitors */
    )
)
group by bucket
