import devices from './raw/devices.sql';
import engagement from './raw/engagement.sql';
import geo from './raw/geo.sql';
import overview from './raw/overview.sql';
import pages from './raw/pages.sql';
import pageviewsOverTime from './raw/pageviews-over-time.sql';
import search from './raw/search.sql';
import sources from './raw/sources.sql';

/** A report, and the best query that we know over raw pings for the same result. */
export interface Question {
  name: string;
  /** Path below /api/v1, with parameters except site and range. */
  path: string;
  sql: string;
  parameters: Readonly<Record<string, string>>;
}

/** @param page a path of the fill */
export function questions(page: string): Question[] {
  const q = 'subject of 1';
  const engagementPath = `/pages/${encodeURIComponent(page)}/engagement`;
  const overTime = '/pageviews-over-time?granularity=day';
  return [
    { name: 'overview', path: '/overview', sql: overview, parameters: {} },
    { name: 'pages', path: '/pages', sql: pages, parameters: {} },
    { name: 'engagement', path: engagementPath, sql: engagement, parameters: { page_path: page } },
    { name: 'sources', path: '/sources', sql: sources, parameters: {} },
    { name: 'geo', path: '/geo', sql: geo, parameters: {} },
    { name: 'devices', path: '/devices', sql: devices, parameters: {} },
    { name: 'pageviews-over-time', path: overTime, sql: pageviewsOverTime, parameters: {} },
    { name: 'search', path: `/search?q=${encodeURIComponent(q)}`, sql: search, parameters: { q } },
  ];
}

/** The same for visitors from one country. In the filled data a ping's own country is its session's. */
export function filtered(question: Question): Question {
  return {
    ...question,
    name: `${question.name}, country:DE`,
    path: `${question.path}${question.path.includes('?') ? '&' : '?'}filter=country:DE`,
    sql: question.sql.replaceAll('/* filter */', "and country = 'DE'"),
  };
}
