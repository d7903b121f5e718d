import { chosenSessions } from '../chosen.ts';
import { mostFirst } from '../order.ts';
import { percentage } from '../rounded.ts';
import { goalsOf } from './goals.ts';
import { listed } from './listed.ts';
import { distinct, type ReportBody, type ResolvedRequest } from './report.ts';

/** The browsers, operating systems and devices of a period, each list by visits, then name. */
export function devices(request: ResolvedRequest): ReportBody {
  const { site, range, filters, limit } = request;
  const goals = goalsOf(request);
  const sessions = chosenSessions(site, range, filters);
  const shares = (column: 'browser' | 'os' | 'device_type') =>
    listed(request, {
      itemsIn: (range) => chosenSessions(site, range, filters),
      key: ({ first }) => first[column],
      rowOf: ({ first: { [column]: name } }, group) => ({
        name,
        visits: group.length,
        percentage: percentage(group.length, sessions.length),
        ...goals(
          ({ session }) => session?.first[column] === name,
          distinct(group.map(({ visitor_id }) => visitor_id)),
        ),
      }),
      order: mostFirst('visits', 'name'),
    })
      .map(({ name, ...row }) => ({ [column]: name, ...row }))
      .slice(0, limit);
  return {
    data: {
      browsers: shares('browser'),
      operating_systems: shares('os'),
      device_types: shares('device_type'),
    },
  };
}
