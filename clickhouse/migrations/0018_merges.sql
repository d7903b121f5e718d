-- Small parts wait until there are some twenty of a size, and are merged at once: each row is rewritten a third as often as
-- with the default of 5 (docs/decisions/0018-pace.md). It changes how parts are merged from now on, not what is in them.
alter table pings modify setting merge_selector_base = 20;

alter table sessions modify setting merge_selector_base = 20;

alter table pageviews modify setting merge_selector_base = 20;

alter table visitors modify setting merge_selector_base = 20;

alter table page_titles modify setting merge_selector_base = 20;

alter table changed_hours modify setting merge_selector_base = 20;

alter table changed_sessions modify setting merge_selector_base = 20;
