site_id = {site_id:String}
and slot >= toDateTime(rolled_from, 'UTC')
and slot < toDateTime(rolled_until, 'UTC')
-- Days where they fit, hours before the first and after the last of them.
and (
    minutes = 1440 and slot >= first_day and slot < last_day
    or minutes = 60 and (slot < first_day or slot >= last_day)
)
