with
    -- Senders choose these texts, and spreadsheets run text that begins like a formula: with a tab, carriage return, + - = @.
    -- The first byte decides.
    text -> if(
        {defuse:Bool} and reinterpretAsUInt8(text) in (9, 13, 43, 45, 61, 64),
        concat('''', text),
        text
    ) as defused,
    -- As text: in Parquet a UUID is 16 bare bytes.
    id -> if(notEmpty(id), toString(id), '') as id_text,
    period_events as (
        /* rows: event_rows */
    )
select
    {site}
    defused(period_events.event) as event,
    defused(period_events.event_id) as event_id,
    occurred_at,
    defused(period_events.page_path) as page_path,
    id_text(period_events.session_id) as session_id,
    id_text(period_events.visitor_id) as visitor_id,
    toJSONString(period_events.props) as props,
    if(currency = '', null, period_events.amount) as amount,
    currency
from period_events
order by
    occurred_at,
    ping_id
settings output_format_json_escape_forward_slashes = 0
