-- The conversions of a goal by the pages that their sessions viewed at or before them, each page once. The session of an event
-- may be of any age.
with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in,
    conversions as (
        select *
        from (
            /* rows: event_conversions */
        )
        where notEmpty(session_id)
    ),
    viewed_pages as (
        select
            session,
            page_path,
            min(entered_at) as first_view_at
        from (
            select
                session,
                page_path,
                entered_at
            from (
                /* rows: page_entries */
            )
            -- The hours narrow the key, for goals that are reached rarely.
            where session_hour in (
                select toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC'))
                from conversions
            )
              and session in (
                  select session
                  from conversions
              )
            union all
            -- Pageviews before the range of page_entries, of the few sessions that are older.
            select
                (site_id, session_id) as session,
                page_path,
                entered_at
            from pageviews final
            where site_id in {sites:Array(String)}
              and (site_id, session_hour, session_id) in (
                  select
                      site_id, toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')),
                      session_id
                  from conversions
                  where UUIDv7ToDateTime(session_id, 'UTC') < {older_until:DateTime64(3, 'UTC')}
              )
              and entered_at < {entries_start:DateTime64(3, 'UTC')}
              and halfMD5(page_path) in {asked:Array(UInt64)}
              /* filter: views */
        )
        group by
            session,
            page_path
    ),
    currency_conversions as (
        select
            page_path,
            currency,
            count() as conversions,
            uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id)) as visitors,
            sum(conversions.amount) as amount
        from conversions
        inner join viewed_pages using session
        where first_view_at <= converted_at
        group by
            page_path,
            currency
    )
select
    1 as list,
    {bucket_starts:Array(Int64)}[1] as bucket,
    [page_path] as key,
    sum(currency_conversions.conversions) as conversions,
    distinct_in(uniqCombined64MergeState(17)(visitors)) as converting_visitors,
    arraySort(groupArrayIf((currency, toString(amount)), currency != '')) as revenue
from currency_conversions
group by page_path
