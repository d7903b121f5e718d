-- The account of received pings: one row for each, like that of a dropped ping. It changes no other table.
insert into pings (row_version, ping_id, site_id, type, pinged_at, received_at, drop_reason, log_partition, log_offset)
select
    row_version,
    ping_id,
    if({kind:String} = 'site', '', site_id),
    type,
    pinged_at,
    received_at,
    if(drop_reason = '', 'forgotten', drop_reason),
    log_partition,
    log_offset
from pings
where site_id = {site:String}
  and (
      {kind:String} = 'site'
      or drop_reason = '' and (
          session_id in (select id from deleting where what = 'session')
          or ping_id in (select id from deleting where what = 'ping')
      )
  )
