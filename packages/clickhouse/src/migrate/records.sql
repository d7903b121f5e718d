create table if not exists migrations
(
    version UInt32 comment 'Number of the migration',
    name String comment 'Its file, without ending',
    checksum FixedString(64) comment 'SHA-256 of its text, hexadecimal',
    applied_at DateTime('UTC') default now('UTC') comment 'When it ran'
)
-- Two processes at once record a migration twice: the rows collapse.
engine = ReplacingMergeTree
order by version
comment 'The migrations that ran on this database'
