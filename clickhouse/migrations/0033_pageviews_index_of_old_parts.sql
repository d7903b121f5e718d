-- For what is there already; done in the background.
alter table pageviews materialize index if exists entered_at_minmax
