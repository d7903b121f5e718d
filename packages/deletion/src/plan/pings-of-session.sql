-- Events that name the session are found by it.
select ping_id from events where false
