-- The key's hour is that of an id, up to a day before the pageview was entered: this finds the few rows of an edge among them.
alter table pageviews add index if not exists entered_at_minmax entered_at type minmax granularity 1
