import pings from './0001_pings.sql';
import deadLetters from './0002_dead_letters.sql';
import pingsHourly from './0003_pings_hourly.sql';
import sessions from './0004_sessions.sql';
import pageviews from './0005_pageviews.sql';
import visitors from './0006_visitors.sql';
import pageTitles from './0007_page_titles.sql';
import changedHours from './0008_changed_hours.sql';
import changedSessions from './0009_changed_sessions.sql';
import settledSessions from './0010_settled_sessions.sql';
import settledPageviews from './0011_settled_pageviews.sql';
import settledVisitors from './0012_settled_visitors.sql';
import settledTotals from './0013_settled_totals.sql';
import settledSources from './0014_settled_sources.sql';

/** One step of the schema: statements, each ended by a semicolon and none doing harm when it runs twice. Never edited once landed. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
}

const files = {
  '0001_pings': pings,
  '0002_dead_letters': deadLetters,
  '0003_pings_hourly': pingsHourly,
  '0004_sessions': sessions,
  '0005_pageviews': pageviews,
  '0006_visitors': visitors,
  '0007_page_titles': pageTitles,
  '0008_changed_hours': changedHours,
  '0009_changed_sessions': changedSessions,
  '0010_settled_sessions': settledSessions,
  '0011_settled_pageviews': settledPageviews,
  '0012_settled_visitors': settledVisitors,
  '0013_settled_totals': settledTotals,
  '0014_settled_sources': settledSources,
};

/** All migrations in order; the number in a file's name is its version. */
export const migrations: readonly Migration[] = Object.entries(files).map(([name, sql]) => ({
  version: Number.parseInt(name, 10),
  name,
  sql,
}));
