import { z } from 'zod';
import { only } from '../database.ts';
import { defineEndpoint } from '../endpoint.ts';
import { compare, ratio } from '../metrics.ts';
import { average, count, percent } from '../reply.ts';
import sql from './insights.sql';
import { totalsRow } from './overview.ts';
import filteredSql from './overview-filtered.sql';

function comparison<Value extends z.ZodType>(value: Value) {
  return z.object({
    current: value,
    previous: value,
    change: z.number().nullable().describe('current - previous; of a percentage in points.'),
    growth_rate: z
      .number()
      .nullable()
      .describe('The change in percent of previous; null when that is 0, or one of the two has no value.'),
  });
}

const row = totalsRow.omit({ returning_visitors: true });

const response = z.object({
  pageviews: comparison(count()),
  unique_visitors: comparison(count()),
  sessions: comparison(count()),
  bounce_rate: comparison(percent()),
  avg_session_duration_seconds: comparison(average()),
});

/** The period beside the equally long one that ends where it starts. */
export const insights = defineEndpoint({
  path: '/insights',
  description:
    'Changes from the previous period, which is as long and ends where this one starts. The metrics are those of /overview.',
  parameters: {},
  response,
  async respond({ ask, range: { start, end }, values: { filter } }) {
    // Nobody asks here who returned, which only the filtered totals tell on the way.
    const totals = filter.length === 0 ? sql : filteredSql;
    const before = { start: start - (end - start), end: start };
    const answers = await Promise.all([ask(totals, row), ask(totals, row, { range: before })]);
    const [now, then] = [only(answers[0].rows), only(answers[1].rows)];
    return {
      data: {
        pageviews: compare(now.pageviews, then.pageviews),
        unique_visitors: compare(now.unique_visitors, then.unique_visitors),
        sessions: compare(now.sessions, then.sessions),
        bounce_rate: compare(bounceRate(now), bounceRate(then)),
        avg_session_duration_seconds: compare(duration(now), duration(then)),
      },
    };
  },
});

type Totals = z.output<typeof row>;

const bounceRate = ({ bounces, sessions }: Totals) => ratio(100 * bounces, sessions);
const duration = ({ duration_ms, sessions }: Totals) => ratio(duration_ms / 1000, sessions);
