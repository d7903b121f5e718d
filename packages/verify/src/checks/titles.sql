-- Compares pages whose newest title is of the period: in the table, and in the pings that are kept. When raw pings were
-- removed (kept_since), the table may legitimately have the title of a removed one.
with
    both as (
        select
            site_id,
            page_path,
            page_titles.title as stored_title,
            true as is_stored,
            (toDateTime64(0, 3, 'UTC'), '')::Tuple(pinged_at DateTime64(3, 'UTC'), text String) as pinged_title
        from page_titles final
        union all
        select
            site_id,
            page_path,
            (toDateTime64(0, 3, 'UTC'), '')::Tuple(pinged_at DateTime64(3, 'UTC'), text String) as stored_title,
            false as is_stored,
            max(if(
                page_title = '',
                (toDateTime64(0, 3, 'UTC'), ''),
                (pinged_at, page_title)
            )::Tuple(pinged_at DateTime64(3, 'UTC'), text String)) as pinged_title
        from pings
        where drop_reason = ''
          and event = ''
        group by
            site_id,
            page_path
    ),
    known as (
        select
            site_id,
            page_path,
            max(is_stored) as has_row,
            max(stored_title) as stored,
            max(pinged_title) as pinged
        from both
        group by
            site_id,
            page_path
        having greatest(stored.1, pinged.1) >= {from:DateTime64(3, 'UTC')}
           and greatest(stored.1, pinged.1) < {to:DateTime64(3, 'UTC')}
    ),
    compared as (
        select
            site_id,
            page_path,
            multiIf(
                not has_row, 'has no row',
                stored < pinged, 'has a newer title in its pings',
                stored > pinged and stored.1 >= {kept_since:DateTime64(3, 'UTC')}, 'has no ping with the title of its row',
                ''
            ) as difference
        from known
    )
select
    count() as compared_ids,
    countIf(difference != '') as differing_ids,
    groupArrayIf(5)((site_id, page_path, difference), difference != '') as examples
from compared
