import { chosenSessions } from '../chosen.ts';
import { mostFirst } from '../order.ts';
import { percentage } from '../rounded.ts';
import { goalsOf } from './goals.ts';
import { distinct, groupBy, type ReportBody, type ResolvedRequest } from './report.ts';

/** The browsers, operating systems and devices of a period, each list by visits, then name. */
export function devices(request: ResolvedRequest): ReportBody {
  const { site, range, filters, limit } = request;
  const goals = goalsOf(request);
  const sessions = chosenSessions(site, range, filters);
  const shares = (column: 'browser' | 'os' | 'device_type') =>
    groupBy(sessions, ({ first }) => first[column])
      .map((group) => ({ name: group[0].first[column], visits: group.length, group }))
      .sort(mostFirst('visits', 'name'))
      .map(({ name, visits, group }) => ({
        [column]: name,
        visits,
        percentage: percentage(visits, sessions.length),
        ...goals(
          ({ session }) => session?.first[column] === name,
          distinct(group.map(({ visitor_id }) => visitor_id)),
        ),
      }))
      .slice(0, limit);
  return {
    data: {
      browsers: shares('browser'),
      operating_systems: shares('os'),
      device_types: shares('device_type'),
    },
  };
}
