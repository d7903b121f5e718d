import { written } from '../filter.ts';
import type { ReportRequest } from './request.ts';

/** The path and query of a request. */
export function urlOf(request: ReportRequest, site_id: string): string {
  const { path, parameters, timezone, filters, limit, offset, page } = request;
  const sent: [string, string][] = [
    ['site_id', site_id],
    ...Object.entries(parameters),
    ...filters.map((filter): [string, string] => ['filter', written(filter)]),
    ...Object.entries({ timezone, limit, offset, ...ownParameters(request) })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, `${value}`]),
  ];
  return `/api/v1${path.replace(':page', () => encodeURIComponent(page))}?${new URLSearchParams(sent)}`;
}

function ownParameters({ path, granularity, compare, q, dimension, format, raw }: ReportRequest) {
  if (path === '/pageviews-over-time' || path === '/pings') return { granularity };
  if (path === '/insights') return { compare };
  if (path === '/search') return { q };
  if (path === '/breakdown') return { dimension };
  if (path.startsWith('/export/')) return { format, raw: raw ? 1 : undefined, columns: 'all' };
  return {};
}
