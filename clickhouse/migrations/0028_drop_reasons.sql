-- There are more reasons than the earlier comments name.
alter table pings comment column if exists drop_reason 'Why the ping was dropped, such as bot or unknown_site (docs/api.md lists the reasons); then its row holds only ids and times of the ping itself, site and type, and nothing of the visitor. Empty for an accepted ping';

alter table received_pings comment column if exists reason 'Reason for dropping, such as bot or unknown_site (docs/api.md lists them); otherwise empty';

alter table pings_hourly comment column if exists reason 'Reason for dropping, such as bot or unknown_site (docs/api.md lists them); otherwise empty'
