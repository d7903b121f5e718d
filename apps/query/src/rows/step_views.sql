-- Pageviews that are steps of a funnel, in order by `moment` and `tie`: see journey_views. Ten bits say which steps. Only in the
-- period one is the first step.
select
    {who:Identifier} as who,
    toUInt64(toUnixTimestamp64Milli(entered_at)) * 2 as moment,
    toUInt128(pageview_id) as tie,
    toUInt16(bitAnd(/* steps: pageviews */, if(entered_at < {end:DateTime64(3, 'UTC')}, 1023, 1022))) as steps
from /* from: pageviews */
where steps != 0
  /* filter: steps_pageviews */
