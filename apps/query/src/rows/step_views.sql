-- Pageviews that are steps of a funnel: milliseconds since 1970, then ten bits for the steps. Only in the period one is the
-- first step.
select
    {who:Identifier} as who,
    /* steps: pageviews */ as matched,
    bitAnd(matched, if(entered_at < {end:DateTime64(3, 'UTC')}, 1023, 1022)) as steps,
    bitShiftLeft(toUInt64(toUnixTimestamp64Milli(entered_at)), 10) + steps as done
from /* from: pageviews */
where steps != 0
  /* filter: steps_pageviews */
