-- Parts wait until there are more of a size, and are then merged at once, so a row is rewritten about half as often as with the
-- default of 5. The tables of small rows wait longer, as a merge counts each part as 5 MiB larger than it is, and would
-- include the table's largest one too often. Only later merges change, not what the parts hold.
alter table pings modify setting merge_selector_base = 20;

alter table sessions modify setting merge_selector_base = 20;

alter table pageviews modify setting merge_selector_base = 20;

alter table visitors modify setting merge_selector_base = 30;

alter table page_titles modify setting merge_selector_base = 30;

alter table changed_hours modify setting merge_selector_base = 30;

alter table changed_sessions modify setting merge_selector_base = 30;
