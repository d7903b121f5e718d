alter table settled_sessions
    add column if not exists hostname LowCardinality(String) comment 'Host of the first page, lower-case; empty when only a path was sent' codec(ZSTD(1)) after entry_page;

alter table settled_pageviews
    add column if not exists hostname LowCardinality(String) comment 'Of its session: host of the first page, lower-case; empty when only a path was sent' codec(ZSTD(1)) after entry_page;

-- Sessions from before have a host, and settled days lack it: they are rebuilt, and read from the entity tables until then.
truncate table settled_sessions settings max_table_size_to_drop = 0, max_partition_size_to_drop = 0;

truncate table settled_pageviews settings max_table_size_to_drop = 0, max_partition_size_to_drop = 0;
