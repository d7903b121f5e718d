alter table page_views drop column if exists title
