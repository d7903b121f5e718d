select *
from {{ source('tallyhouse', 'visitors') }}
