import type { Goal } from '@tallyhouse/filter';
import { inSet, parameter, perShard, raw, type Sql, sql } from '@tallyhouse/sql';
import type { Model } from '../../parameters/model.ts';
import { page } from '../../read/list.ts';
import { milliseconds } from '../../read/metrics.ts';
import type { Reader } from '../../read/reader.ts';
import { conversions } from '../../read/relations/goals.ts';
import { touches } from '../../read/relations/sessions.ts';
import { convertingVisitors } from '../goals/conversions.ts';
import { spansOf } from './models.ts';

interface Asked {
  goal: Goal;
  by: string;
  model: Model;
  lookback: number;
  limit: number;
  offset: number;
}

/**
 * A page of the conversions of a goal by a property of the touches: earlier sessions of their visitors. A touch is credited with the
 * conversions counted up to the end of its span minus those up to its start, so the time grows with the rows, not with the pairs of touches
 * and conversions. Shares have 24 and 16 decimals, and their sums are rounded.
 * @param asked.lookback milliseconds
 */
export function creditsOf({ goal, by, model, lookback, limit, offset }: Asked, read: Reader): Sql {
  const { start, end } = read.range;
  const before = { start: Math.max(start - lookback, 0), end };
  const converting = sql`
select visitor_id
from (
    ${read.rows(conversions(goal, []))}
)
where notEmpty(visitor_id)`;
  // A visitor's sessions may be on several shards: each shard looks up its own.
  const ofConverting = perShard(sql`
select *
from (
    ${read.rows(touches(by), { range: before })}
)
where ${inSet(raw('visitor_id'), converting)}`);
  const { from, until } = spansOf[model];
  return sql`
with
    toInt64(9e15) as never,
    visitor_touches as (
        select
            visitor_id,
            arraySort(groupArray((${milliseconds('first_seen_at')}, value, is_direct))) as touches
        from (
            ${ofConverting}
        )
        group by visitor_id
    ),
    visitor_conversions as (
        select
            visitor_id,
            groupArray((${milliseconds('converted_at')}, 0, properties[1], currency, goal_rows.amount)) as conversions
        from (
            ${read.rows(conversions(goal, [by]))}
        ) as goal_rows
        -- All conversions may be of unknown visitors; they need not be brought together.
        group by visitor_id, if(notEmpty(visitor_id), 0, ${milliseconds('converted_at')})
    ),
    visitor_spans as (
        select
            visitor_id,
            conversions,
            touches.1 as times,
            touches.3 as directs,
            arrayMap(time -> time + ${parameter(lookback + 1, 'Int64')}, times) as expiries,
            arrayZip(
                ${raw(from)},
                ${raw(until)},
                touches.2
            ) as touch_spans,
            arrayFilter(span -> span.1 < span.2, touch_spans) as spans
        from visitor_conversions
        left any join visitor_touches using visitor_id
    ),
    -- The moments of a visitor in order: 1 where a span starts, -1 where one ends, then the conversions of that time. Each open span
    -- gets an equal share of a conversion; without one, the conversion's own session gets all of it.
    visitor_moments as (
        select
            visitor_id,
            currency,
            arraySort(
                moment -> (moment.1, moment.2 = 0),
                arrayConcat(
                    arrayMap(span -> (span.1, 1, span.3, '', toDecimal64(0, 4)), spans),
                    arrayMap(span -> (span.2, -1, span.3, '', toDecimal64(0, 4)), spans),
                    conversions
                )
            ) as moments,
            arrayCumSum(moments.2) as open,
            arrayMap(
                (moment, number) -> toDecimal128(moment.2 = 0 and moment.4 = currency, 24) / greatest(number, 1),
                moments,
                open
            ) as shares,
            arrayMap(
                (moment, number) -> toDecimal128(moment.5, 16) * (moment.4 = currency) / greatest(number, 1),
                moments,
                open
            ) as earnings
        from visitor_spans
        array join arrayDistinct(conversions.4) as currency
    ),
    visitor_credits as (
        select
            visitor_id,
            currency,
            moment.3 as value,
            sum(if(moment.2 != 0, -moment.2 * counted, share * (number = 0))) as conversions,
            sum(if(moment.2 != 0, -moment.2 * earned, earning * (number = 0))) as amount
        from visitor_moments
        array join
            moments as moment,
            open as number,
            shares as share,
            earnings as earning,
            arrayCumSum(shares) as counted,
            arrayCumSum(earnings) as earned
        group by visitor_id, currency, value
        having conversions > 0
    )
select
    value as ${raw(by)},
    round(round(sum(visitor_credits.conversions), 12), 6) as conversions,
    ${convertingVisitors} as converting_visitors,
    cast(mapSort(mapApply(
        (currency, amount) -> (currency, round(round(amount, 12), 6)),
        sumMapIf(map(currency, amount), currency != '')
    )), 'Array(Tuple(currency String, amount String))') as revenue
from visitor_credits
group by value
order by
    conversions desc,
    value
${page({ limit, offset })}`;
}
