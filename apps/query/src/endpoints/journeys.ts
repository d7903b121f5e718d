import { only } from '@tallyhouse/clickhouse';
import { idAge, idLead } from '@tallyhouse/ping';
import { invalidParameter } from '@tallyhouse/service';
import { z } from 'zod';
import { from, to } from '../parameters/anchors.ts';
import { depth } from '../parameters/depth.ts';
import { percentage } from '../reply/arithmetic.ts';
import { count, percent } from '../reply/reply.ts';
import { defineList } from './define/endpoint.ts';
import { type Asked, daysOfEvents, pathsOfSessions, settledPaths } from './journeys/paths.ts';

const daysRow = z.object({ start: z.number(), end: z.number() });

/** Names, and whether they are of events. */
const path = z.array(z.tuple([z.string(), z.boolean()]));

const pageRow = z.object({
  total: z.number(),
  all_sessions: z.number(),
  /** Whether the page is among more paths with equally many sessions than the query keeps. */
  lacks_paths: z.number(),
  paths: z.array(z.tuple([path, z.number()])),
});

const row = z.object({ path, sessions: z.number(), all_sessions: z.number() });

interface Path extends z.output<typeof row> {}

const response = z.array(
  z.object({
    path: z
      .array(z.union([z.object({ page: z.string() }), z.object({ event: z.string() })]))
      .describe('Pages viewed and events, in their order; several equal ones in a row are one.'),
    sessions: count(),
    percentage: percent().describe('Percent of the sessions that have a path.'),
  }),
);

export const journeys = defineList({
  path: '/journeys',
  description:
    'The sessions that began in the period by their path: their first nodes, or those from the first match of a goal on, or up to the last match. A session is counted whole, also after the period; without a match it has no path. Filters select sessions.',
  parameters: { depth, from, to },
  response,
  async read({ query, range, values: { depth, from, to, limit, offset, filter } }) {
    if (from && to) throw invalidParameter('to', '"to" must not be sent with "from".');
    const goal = from ?? to;
    const asked: Asked = { depth, goal, anchor: from ? 'from' : to ? 'to' : '', limit, offset };
    const { rows, total } = await (goal || filter.length > 0 ? ofSessions() : ofAll());
    const shown = rows.map(({ path, sessions, all_sessions }) => ({
      path: path.map(([name, isEvent]) => (isEvent ? { event: name } : { page: name })),
      sessions,
      percentage: percentage(sessions, all_sessions),
    }));
    return { rows: shown, total };

    /** From settled paths of sessions, without their properties. */
    async function ofAll(): Promise<{ rows: Path[]; total: number }> {
      const result = await query((read) => settledPaths(asked, read), pageRow);
      const { paths, total, all_sessions, lacks_paths } = only(result.rows);
      if (lacks_paths) return ofSessions();
      return { rows: paths.map(([path, sessions]) => ({ path, sessions, all_sessions })), total };
    }

    /** From all pageviews and events of each session. */
    async function ofSessions(): Promise<{ rows: Path[]; total: number }> {
      const events = only((await query(daysOfEvents, daysRow)).rows);
      // The id of a session is at most a day older than its pings, and little ahead of them.
      const slack = idAge + idLead;
      const views = { start: range.start - slack, end: range.end + slack };
      return query((read) => pathsOfSessions(asked, { views, events }, read), row);
    }
  },
});
