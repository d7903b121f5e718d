-- Made anew by the next migration, filled anew by the next rollup: until then reports read sessions.
drop table if exists source_visits
