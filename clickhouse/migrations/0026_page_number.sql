alter table settled_pageviews
    add column if not exists page_number UInt32 comment 'Number of the page in its session, from 1: pageviews of one page in a row share it' codec(T64, ZSTD(1)) after is_entry;

-- Days lack the number: they are rebuilt, and read from the entity tables until then.
truncate table settled_pageviews settings max_table_size_to_drop = 0, max_partition_size_to_drop = 0;
