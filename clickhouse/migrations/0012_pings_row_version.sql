-- The last step to rows of version 2: an insert of them names this column, so ClickHouse refuses it (and the consumer waits)
-- until the views leave dropped pings out.
alter table pings
    add column if not exists row_version UInt8 default 1 comment 'Shape of the message in the log that the row came from (packages/ping/src/columns.ts)' first
