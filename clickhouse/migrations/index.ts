import pings from './0001_pings.sql';
import pageviews from './0002_pageviews.sql';
import pageviewsFromPings from './0003_pageviews_from_pings.sql';
import sessions from './0004_sessions.sql';
import sessionsFromPings from './0005_sessions_from_pings.sql';
import visitors from './0006_visitors.sql';
import visitorsFromPings from './0007_visitors_from_pings.sql';

/** One step of the schema: a single statement that does no harm when it runs twice. Never edited once released. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** All migrations in order. `test/schema/migrations.test.ts` holds this list against the folder. */
export const migrations: readonly Migration[] = [
  { version: 1, name: '0001_pings', sql: pings },
  { version: 2, name: '0002_pageviews', sql: pageviews },
  { version: 3, name: '0003_pageviews_from_pings', sql: pageviewsFromPings },
  { version: 4, name: '0004_sessions', sql: sessions },
  { version: 5, name: '0005_sessions_from_pings', sql: sessionsFromPings },
  { version: 6, name: '0006_visitors', sql: visitors },
  { version: 7, name: '0007_visitors_from_pings', sql: visitorsFromPings },
];
