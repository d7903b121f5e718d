-- Accounts are by the time of receipt, which the sort key does not hold.
alter table pings add index if not exists received_at_range received_at type minmax granularity 1
