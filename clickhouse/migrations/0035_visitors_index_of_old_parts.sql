-- For what is there already; done in the background.
alter table visitors materialize index if exists first_seen_at_minmax
