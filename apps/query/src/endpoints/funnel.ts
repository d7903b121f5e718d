import { only } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { mean, percentage } from '../arithmetic.ts';
import { defineEndpoint } from '../endpoint.ts';
import { by } from '../parameters/by.ts';
import { steps } from '../parameters/steps.ts';
import { within } from '../parameters/within.ts';
import { average, count, percent } from '../reply.ts';
import sql from './funnel.sql';

/** A session has no limit but its own end, and its events may come long after it. */
const unlimited = { until: Date.UTC(2100, 0), within: 10 ** 15 };

const row = z.object({
  entered: z.array(z.number()),
  median_waits_ms: z.array(z.number()),
});

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

/** How many get how far through steps, and how long they take. */
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
  async respond({ query, range, values: { steps, by, within, filter } }) {
    const bySession = by === 'session';
    const rows = { start: range.start, end: bySession ? unlimited.until : range.end + within };
    const result = await query(sql, row, {
      steps,
      ranges: { step_views: rows, step_events: rows },
      bindings: {
        who: bySession ? 'session' : 'visitor_id',
        who_id: bySession ? 'session_id' : 'visitor_id',
        within: bySession ? unlimited.within : within,
        steps: steps.length,
        any_session: filter.length === 0,
      },
    });
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
