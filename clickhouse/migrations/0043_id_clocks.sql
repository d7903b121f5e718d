-- The time inside an id is from the visitor's clock: how far it may be from the pings, by table.
alter table sessions
    comment column if exists session_hour 'Hour of the time inside session_id, at most 25 h before and 2 h after first_seen_at. Filter on it with this slack to read few rows';

alter table pageviews
    comment column if exists session_hour 'Hour of the time inside session_id, at most 25 h before and 2 h after entered_at. Filter on it with this slack to read few rows';

alter table visitors
    comment column if exists visitor_hour 'Hour of the time inside visitor_id, which may be any: it is from the clock of the visitor';
