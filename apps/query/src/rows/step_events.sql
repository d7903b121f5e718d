-- Events that are steps of a funnel, as in step_views. A filter selects sessions: then events without one do not count.
select
    {who:Identifier} as who,
    toUInt64(toUnixTimestamp64Milli(occurred_at)) * 2 + 1 as moment,
    reinterpretAsUInt128(ping_id) as tie,
    toUInt16(bitAnd(/* steps: events */, if(occurred_at < {end:DateTime64(3, 'UTC')}, 1023, 1022))) as steps
from /* from: events */
where steps != 0
  and notEmpty({who_id:Identifier})
  and ({any_session:Bool} or notEmpty(session_id))
  /* filter: steps_events */
