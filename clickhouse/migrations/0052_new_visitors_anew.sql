-- Made anew by the next migration, filled anew by the next rollup: until then reports read visitors.
drop table if exists new_visitors
