{# Written by `npm run bi:assets` from packages/bi-assets: change it there. #}
select
    site_id,
    date,
    visitor_id,
    first_seen_at
from {{ source('tallyhouse', 'visitors') }}
