select *
from {{ source('tallyhouse', 'pageviews') }}
