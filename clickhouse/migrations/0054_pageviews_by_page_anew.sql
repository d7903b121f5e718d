-- Made anew by the next migration, filled anew by the next rollup: until then reports read pageviews and sessions.
drop table if exists pageviews_by_page
