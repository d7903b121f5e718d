select *
from {{ source('tallyhouse', 'events') }}
