import { only } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { attributedBy, credited } from '../parameters/attributed-by.ts';
import { lookback } from '../parameters/lookback.ts';
import { model } from '../parameters/model.ts';
import { oneGoal } from '../parameters/one-goal.ts';
import { count } from '../reply/reply.ts';
import { revenue } from '../reply/revenue.ts';
import { creditsOf } from './attribution/credits.ts';
import { defineList } from './define/endpoint.ts';

const entryBy = (by: string) =>
  z.object({
    [by]: z.string().describe(`The ${by} of sessions that conversions are credited to; empty when unknown.`),
    conversions: z
      .number()
      .min(0)
      .describe('Conversions credited to it, six decimals: with linear each session has a part of them.'),
    converting_visitors: count().describe('Distinct visitors of these.'),
    revenue: revenue(),
  });

export const attribution = defineList({
  path: '/attribution',
  description:
    'The conversions of one goal by a property of the sessions that led to them: those of the same visitor that began in the time of lookback before the conversion, its own among them. Without any it counts for its own session, and without that for an empty name. Filters select the sessions of the conversions, and not those that led to them.',
  parameters: { goal: oneGoal, by: attributedBy, model, lookback },
  response: z.array(z.union(credited.map(entryBy))),
  async read({ query, values }) {
    const asked = { ...values, goal: only(values.goal) };
    return query((read) => creditsOf(asked, read), entryBy(asked.by));
  },
});
