-- Duplicate rows that merges have yet to remove, and dead letters that wait to be put back.
select
    (
        select count()
        from pings
        where received_at >= {from:DateTime64(3, 'UTC')}
          and received_at < {to:DateTime64(3, 'UTC')}
    ) as rows,
    (
        select count()
        from pings final
        where received_at >= {from:DateTime64(3, 'UTC')}
          and received_at < {to:DateTime64(3, 'UTC')}
    ) as pings,
    (
        select count()
        from dead_letters final
        where received_at >= {from:DateTime64(3, 'UTC')}
          and received_at < {to:DateTime64(3, 'UTC')}
          and replayed_at = 0
    ) as dead_letters
