import { only } from '@tallyhouse/clickhouse';
import { parameter, type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { by } from '../parameters/by.ts';
import type { Range } from '../parameters/range.ts';
import { steps } from '../parameters/steps.ts';
import { within } from '../parameters/within.ts';
import type { Reader } from '../read/reader.ts';
import { type Steps, stepEvents, stepViews } from '../read/relations/goals.ts';
import { mean, percentage } from '../reply/arithmetic.ts';
import { average, count, percent } from '../reply/reply.ts';
import { defineEndpoint } from './define/endpoint.ts';

/** Without a limit: a session ends by itself, and its events may come long after it. */
const unlimited = { until: Date.UTC(2100, 0), within: 10 ** 15 };

const row = z.object({ entered: z.array(z.number()), median_waits_ms: z.array(z.number()) });

const response = z.array(
  z.object({
    step: z.string().describe('As sent.'),
    entered: count().describe('Visitors or sessions that reached it.'),
    rate_of_first: percent().describe('Percent of those that reached the first step.'),
    rate_of_previous: percent().describe('Percent of those that reached the step before.'),
    dropped: count().describe('Those that did not reach the next step; 0 for the last one.'),
    median_seconds_from_previous: average().describe(
      'Median time since the step before, seconds, of those that reached it.',
    ),
  }),
);

/**
 * How far each visitor or session gets, and how long it takes, in one row.
 * @param range of the rows
 * @param within the time limit of the funnel, milliseconds
 */
function waysOf(steps: Steps, range: Range, within: number, read: Reader): Sql {
  const wait = parameter(within, 'UInt64');
  const number = parameter(steps.goals.length, 'UInt8');
  return sql`
with
    -- Rows with the steps that they match, in order. Most visitors stop at the first step: without a row of the second one, their rows
    -- are not compared but counted as one. No visitor has the default id.
    owners as (
        select
            count() as owners_alike,
            any(owner_rows.rows) as rows,
            arrayMap(row -> intDiv(row.1, 2), rows) as times,
            arrayMap(row -> row.3, rows) as serves
        from (
            select
                who,
                arraySort(if(bitTest(groupBitOr(steps), 1), groupArray((moment, tie, steps)), [])) as rows
            from (
                ${read.rows(stepViews(steps), { range })}
                union all
                ${read.rows(stepEvents({ ...steps, anySession: read.filters.length === 0 }), { range })}
            )
            group by who
            having bitTest(groupBitOr(steps), 0)
        ) as owner_rows
        group by if(empty(owner_rows.rows), defaultValueOfArgumentType(who), who)
    ),
    -- For each step, the latest first step that leads to it in time (0: none), and when the step is first reached.
    reached as (
        select
            owners_alike,
            times,
            serves,
            arrayFold(
                (level, step) -> (
                    arrayMap(
                        (time, serve, first) -> if(bitTest(serve, step) and first > 0 and time - first <= ${wait}, first, 0),
                        times,
                        serves,
                        arrayShiftRight(arrayFill(first -> first > 0, level.1), 1)
                    ),
                    arrayPushBack(level.2, times[arrayFirstIndex(first -> first > 0, level.1)])
                ),
                range(toUInt8(1), ${number}),
                (
                    arrayMap((time, serve) -> if(bitTest(serve, 0), time, 0), times, serves),
                    emptyArrayUInt64()
                )
            ) as last_level,
            arrayFilter(
                time -> time > 0,
                arrayPushBack(last_level.2, times[arrayFirstIndex(first -> first > 0, last_level.1)])
            ) as reached_at,
            greatest(length(reached_at), 1) as furthest
        from owners
    ),
    -- The earliest first step that leads to the furthest step in time is the earliest one within the limit before anyone first reaches
    -- it.
    chains as (
        select
            owners_alike,
            furthest,
            arrayFold(
                (chain, step) -> arrayPushBack(
                    chain,
                    arrayFirstIndex((serve, place) -> bitTest(serve, step) and place > chain[-1], serves, arrayEnumerate(serves))
                ),
                range(toUInt8(1), toUInt8(furthest)),
                [arrayFirstIndex(
                    (time, serve) -> bitTest(serve, 0) and time + ${wait} >= reached_at[-1],
                    times,
                    serves
                )]
            ) as chain,
            arrayPopFront(arrayDifference(arrayMap(place -> times[place], chain))) as waits
        from reached
    )
select
    sumForEach(arrayMap(step -> if(step <= furthest, owners_alike, 0), range(1, ${number} + 1))) as entered,
    quantileExactInclusiveForEach(0.5)(waits) as median_waits_ms
from chains`;
}

export const funnel = defineEndpoint({
  path: '/funnel',
  description:
    'Visitors or sessions that did the steps one after the other, each step by a pageview or event of its own: the first in the period, the others also after it. Within one millisecond pageviews come before events, each in the order of their ids. The way through the funnel counts that gets furthest from the earliest first step, each next step as early as possible. Filters select sessions, whose pageviews and events alone count.',
  parameters: { steps, by, within },
  response,
  meta: {
    by: z.enum(['visitor', 'session']),
    within_seconds: count().nullable().describe('null by session.'),
  },
  async respond({ query, range, values: { steps, by, within } }) {
    const bySession = by === 'session';
    const rows = { start: range.start, end: bySession ? unlimited.until : range.end + within };
    const ways = { goals: steps, by, end: range.end };
    const longest = bySession ? unlimited.within : within;
    const result = await query((read) => waysOf(ways, rows, longest, read), row);
    const { entered, median_waits_ms } = only(result.rows);
    const reached = (index: number) => entered[index] ?? 0;
    const data = steps.map(({ text }, index) => ({
      step: text,
      entered: reached(index),
      rate_of_first: percentage(reached(index), reached(0)),
      rate_of_previous: index === 0 ? null : percentage(reached(index), reached(index - 1)),
      dropped: index === steps.length - 1 ? 0 : reached(index) - reached(index + 1),
      median_seconds_from_previous: index === 0 ? null : seconds(median_waits_ms[index - 1]),
    }));
    return { data, meta: { by, within_seconds: bySession ? null : within / 1000 } };
  },
});

const seconds = (ms: number | undefined) => (ms === undefined ? null : mean(ms, 1000, 2));
