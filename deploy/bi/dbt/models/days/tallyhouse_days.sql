{#
    The days as a table that a run keeps right after late pings, imports, deletions and retention. Changes are read before the days
    are: so a change in between is read again by the next run, and none is missed. A day that holds nothing any more stays, with zeros.
#}
{{
    config(
        materialized='incremental',
        incremental_strategy='delete_insert',
        unique_key=['site_id', 'date'],
        order_by='(site_id, date)'
    )
}}

{%- set known_until = '1970-01-01 00:00:00.000' -%}
{%- set since = '1970-01-01 00:00:00.000' -%}
{%- if execute -%}
    {%- set known_until = run_query(
        "select toString(max(changed_at)) from " ~ source('tallyhouse', 'changed_days')
    ).columns[0].values()[0] -%}
    {%- if is_incremental() -%}
        {%- set since = run_query("select toString(max(known_until)) from " ~ this).columns[0].values()[0] -%}
    {%- endif -%}
{%- endif %}

select
    changed.site_id as site_id,
    changed.date as date,
    ifNull(counted.pageviews, 0) as pageviews,
    ifNull(counted.sessions, 0) as sessions,
    ifNull(counted.bounces, 0) as bounces,
    ifNull(counted.duration_ms, 0) as duration_ms,
    ifNull(counted.visitors_of_day, 0) as visitors_of_day,
    toDateTime64('{{ known_until }}', 3, 'UTC') as known_until
from (
    select
        site_id,
        date
    from {{ source('tallyhouse', 'changed_days') }}
    where changed_at >= toDateTime64('{{ since }}', 3, 'UTC')
) as changed
left join (
    select *
    from {{ source('tallyhouse', 'days') }}
    where date global in (
        select date
        from {{ source('tallyhouse', 'changed_days') }}
        where changed_at >= toDateTime64('{{ since }}', 3, 'UTC')
    )
) as counted
    on counted.site_id = changed.site_id
    and counted.date = changed.date
