-- For what is written from now on, as in 0041.
alter table sessions
    modify column if exists first_seen_at codec(T64, ZSTD(1)),
    modify column if exists last_seen_at codec(T64, ZSTD(1)),
    modify column if exists acquisition codec(ZSTD(3)),
    modify column if exists geography codec(ZSTD(3)),
    modify column if exists device codec(ZSTD(3))
