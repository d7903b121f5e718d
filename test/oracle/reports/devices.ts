import { chosenSessions } from '../chosen.ts';
import { mostFirst } from '../order.ts';
import { percentage } from '../rounded.ts';
import type { ReportBody, ResolvedRequest } from './report.ts';
import { visitsBy } from './visits.ts';

/** The browsers, operating systems and devices of a period, each list by visits, then name. */
export function devices(request: ResolvedRequest): ReportBody {
  const { site, range, filters, limit } = request;
  const all = chosenSessions(site, range, filters).length;
  const shares = (column: 'browser' | 'os' | 'device_type') =>
    visitsBy(request, {
      key: ({ first }) => first[column],
      own: ({ first }, group) => ({ name: first[column], percentage: percentage(group.length, all) }),
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
