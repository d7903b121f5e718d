-- For what is written from now on, as in 0040. T64 stores times within an hour in the bits that differ, 22 of 64.
alter table pageviews
    modify column if exists title codec(ZSTD(3)),
    modify column if exists entered_at codec(T64, ZSTD(1)),
    modify column if exists exited_at codec(T64, ZSTD(1)),
    modify column if exists focus_time_ms codec(T64, ZSTD(1)),
    modify column if exists word_count codec(T64, ZSTD(1))
