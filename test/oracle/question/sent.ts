import { written } from '../filter.ts';
import type { Question } from './question.ts';

/** A question as it is sent: path and query. */
export function sent(question: Question, site_id: string): string {
  const { path, said, timezone, filters, limit, offset, page } = question;
  const parameters: [string, string][] = [
    ['site_id', site_id],
    ...Object.entries(said),
    ...filters.map((filter): [string, string] => ['filter', written(filter)]),
    ...Object.entries({ timezone, limit, offset, ...ownParameters(question) })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, `${value}`]),
  ];
  return `/api/v1${path.replace(':page', () => encodeURIComponent(page))}?${new URLSearchParams(parameters)}`;
}

function ownParameters({ path, granularity, compare, q, format, raw }: Question) {
  if (path === '/pageviews-over-time') return { granularity };
  if (path === '/insights') return { compare };
  if (path === '/search') return { q };
  if (path.startsWith('/export/')) return { format, raw: raw ? 1 : undefined, columns: 'all' };
  return {};
}
