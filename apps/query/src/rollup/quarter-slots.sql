site_id = {site_id:String}
and slot >= toDateTime(rolled_from, 'UTC')
and slot < toDateTime(rolled_until, 'UTC')
-- Days where they fit, hours before and after them and where a bucket begins within the day, quarters of hours likewise.
and (
    minutes = 1440
    and slot >= first_day
    and slot < last_day
    and slot not in {parted_days:Array(DateTime('UTC'))}
    or minutes = 60
    and slot >= first_hour
    and slot < last_hour
    and (slot < first_day or slot >= last_day or toStartOfDay(slot) in {parted_days:Array(DateTime('UTC'))})
    and slot not in {parted_hours:Array(DateTime('UTC'))}
    or minutes = 15
    and (slot < first_hour or slot >= last_hour or toStartOfHour(slot) in {parted_hours:Array(DateTime('UTC'))})
)
