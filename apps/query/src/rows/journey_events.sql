-- Nodes of journeys: events. Of one millisecond they are ordered by their pings, whose ids are sorted by their second half.
select
    session,
    toUInt64(toUnixTimestamp64Milli(occurred_at)) * 2 + 1 as moment,
    toUInt64(bitShiftRight(reinterpretAsUInt128(ping_id), 64)) as tie,
    reinterpretAsUInt128(sipHash128('event', event)) as node,
    (/* steps: events */) != 0 as is_match
from /* from: events */
where notEmpty(session_id)
