select *
from {{ source('tallyhouse', 'sessions') }}
