import { written } from '../filter.ts';
import { writtenGoal } from '../goal.ts';
import { comparedLists } from './reports.ts';
import type { ReportRequest } from './request.ts';

export function urlOf(request: ReportRequest, site_id: string): string {
  const { path, parameters, timezone, filters, goals, limit, offset, page, event } = request;
  // It takes one goal.
  const sentGoals = path === '/attribution' ? [...goals, ...request.steps].slice(0, 1) : goals;
  const sent: [string, string][] = [
    ['site_id', site_id],
    ...Object.entries(parameters),
    ...filters.map((filter): [string, string] => ['filter', written(filter)]),
    ...sentGoals.map((goal): [string, string] => ['goal', writtenGoal(goal)]),
    ...(path === '/funnel' ? request.steps.map((step): [string, string] => ['step', writtenGoal(step)]) : []),
    ...Object.entries({ timezone, limit, offset, ...comparison(request), ...ownParameters(request) })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, `${value}`]),
  ];
  return `/api/v1${path.replace(':page', () => encodeURIComponent(page)).replace(':event', () => encodeURIComponent(event))}?${new URLSearchParams(sent)}`;
}

function comparison({ path, compare, match, sort }: ReportRequest) {
  if (['/insights', '/digest', '/sites'].includes(path)) return { compare, match };
  return comparedLists.includes(path) && compare !== undefined ? { compare, match, sort } : {};
}

function ownParameters(request: ReportRequest) {
  const { path, granularity, event, anchoredAt } = request;
  if (path === '/funnel') return { by: request.by, within: request.within?.text };
  if (path === '/attribution') {
    const { creditedTo, model, lookback } = request;
    return { by: creditedTo, model, lookback: lookback && `${lookback.days}d` };
  }
  if (path === '/retention') return { granularity };
  if (path === '/journeys') {
    return { depth: request.depth, ...(anchoredAt && { [anchoredAt.side]: writtenGoal(anchoredAt.goal) }) };
  }
  if (path === '/events-over-time') return { granularity, event: request.ofEvent ? event : undefined };
  if (path === '/events/:event/properties') return { property: request.property };
  if (path === '/pageviews-over-time' || path === '/pings') return { granularity };
  if (path === '/query') {
    const { dimensions, metrics, sort, compare } = request.question;
    const isByBucket = dimensions.includes('bucket');
    return {
      dimensions: dimensions.length > 0 ? dimensions : undefined,
      metrics,
      sort,
      granularity: isByBucket ? granularity : undefined,
      ...(compare && !isByBucket && { compare: request.compare ?? 'previous', match: request.match }),
    };
  }
  if (path === '/crawlers') return { by: request.crawlersBy };
  if (path === '/crawlers-over-time') return { granularity };
  if (path === '/coverage') return { by: request.coverageBy, granularity };
  if (path === '/vitals') return { by: request.vitalsBy, granularity };
  if (path === '/search') return { q: request.q };
  if (path === '/breakdown') return { dimension: request.dimension };
  if (path.startsWith('/export/'))
    return { format: request.format, raw: request.raw ? 1 : undefined, columns: 'all' };
  return {};
}
