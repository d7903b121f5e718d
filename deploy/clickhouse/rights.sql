-- Users of a ClickHouse server of your own, each with the rights that its programs need and no others. Ingest needs none: it does
-- not use ClickHouse. An administrator runs this once, and again after an upgrade that changes it:
--
--   clickhouse-client --param_owner=... --param_writer=... --param_backup=... --param_reader=... --queries-file rights.sql
--
-- The parameters are their passwords. Another CLICKHOUSE_DATABASE or CLICKHOUSE_BI_DATABASE replaces tallyhouse and bi here.

-- For npm run migrate and npm run restore: owns the databases. (restore --to-database needs the first grant on that database too.) The views that fill the tables run with its rights, so drop it only
-- together with them.
create user if not exists tallyhouse_owner identified by {owner:String};
grant show, select, insert, alter, create, drop, truncate, optimize, backup on tallyhouse.* to tallyhouse_owner;
grant show, select, insert, alter, create, drop on bi.* to tallyhouse_owner;
grant show, select, insert, alter, create, drop on bi_personal.* to tallyhouse_owner;
grant select on system.tables, select on system.columns, select on system.databases, select on system.parts, select on system.processes, select on system.mutations, select on system.backups to tallyhouse_owner;
-- To read a backup, from ClickHouse 26.8 on. With it, it can also read and write what is in the server's folder user_files.
grant file on *.* to tallyhouse_owner;
grant table engine on MergeTree, table engine on ReplacingMergeTree, table engine on AggregatingMergeTree to tallyhouse_owner;

-- For the consumer, and for npm run settle, replay, delete and verify. It may drop settled tables alone, which are computed from the
-- others: a day is computed in a table of its own. All of them share it: a deletion waits for the consumer's inserts, and a user sees
-- and ends queries of its own only.
create user if not exists tallyhouse_writer identified by {writer:String};
grant show, select, insert, alter delete, alter update on tallyhouse.* to tallyhouse_writer;
grant create table, drop table, optimize on tallyhouse.settled_* to tallyhouse_writer;
grant table engine on MergeTree, table engine on AggregatingMergeTree to tallyhouse_writer;
grant truncate on tallyhouse.deleting to tallyhouse_writer;
grant select on system.tables, select on system.columns, select on system.parts, select on system.processes, select on system.mutations to tallyhouse_writer;

-- For npm run backup.
create user if not exists tallyhouse_backup identified by {backup:String};
grant show, select, backup on tallyhouse.* to tallyhouse_backup;
grant select on system.tables, select on system.processes, select on system.backups to tallyhouse_backup;
-- To write a backup, from ClickHouse 26.8 on. It cannot read files, which needs the right to create tables.
grant file on *.* to tallyhouse_backup;

-- For the query app. It reads everything, and writes annotations and the time zones of sites alone.
create user if not exists tallyhouse_reader identified by {reader:String};
alter user tallyhouse_reader settings none;
grant show, select on tallyhouse.* to tallyhouse_reader;
grant insert on tallyhouse.annotations to tallyhouse_reader;
grant insert on tallyhouse.site_zones to tallyhouse_reader;
grant select on system.parts to tallyhouse_reader;

-- The views for BI tools have the rights of this user. Nobody can sign in as it.
create user if not exists bi_definer identified with no_password host none;
grant select on tallyhouse.* to bi_definer;
grant select on bi.* to bi_definer;
grant set definer on bi_definer to tallyhouse_owner;
