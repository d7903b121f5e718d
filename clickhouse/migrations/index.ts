import pings from './0001_pings.sql';
import pageviews from './0002_pageviews.sql';
import pageviewsFromPings from './0003_pageviews_from_pings.sql';
import sessions from './0004_sessions.sql';
import sessionsFromPings from './0005_sessions_from_pings.sql';
import visitors from './0006_visitors.sql';
import visitorsFromPings from './0007_visitors_from_pings.sql';
import pingsDropReason from './0008_pings_drop_reason.sql';
import pageviewsWithoutDropped from './0009_pageviews_without_dropped.sql';
import sessionsWithoutDropped from './0010_sessions_without_dropped.sql';
import visitorsWithoutDropped from './0011_visitors_without_dropped.sql';
import pingsRowVersion from './0012_pings_row_version.sql';
import pingsComment from './0013_pings_comment.sql';
import deadLetters from './0014_dead_letters.sql';
import pingsHourly from './0015_pings_hourly.sql';
import pingsReceivedAt from './0016_pings_received_at.sql';

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
  { version: 8, name: '0008_pings_drop_reason', sql: pingsDropReason },
  { version: 9, name: '0009_pageviews_without_dropped', sql: pageviewsWithoutDropped },
  { version: 10, name: '0010_sessions_without_dropped', sql: sessionsWithoutDropped },
  { version: 11, name: '0011_visitors_without_dropped', sql: visitorsWithoutDropped },
  { version: 12, name: '0012_pings_row_version', sql: pingsRowVersion },
  { version: 13, name: '0013_pings_comment', sql: pingsComment },
  { version: 14, name: '0014_dead_letters', sql: deadLetters },
  { version: 15, name: '0015_pings_hourly', sql: pingsHourly },
  { version: 16, name: '0016_pings_received_at', sql: pingsReceivedAt },
];
