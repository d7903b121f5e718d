import { render, type Sql, type Statement, type TableNames } from '@tallyhouse/sql';
import { type Definition, type SettledTable, settledTable } from './define.ts';
import { settledEvents } from './events.ts';
import { settledPageviews } from './pageviews.ts';
import { settledPaths } from './paths.ts';
import { settledSessions } from './sessions.ts';
import { settledSources } from './sources.ts';
import { settledTotals } from './totals.ts';
import { settledVisitors } from './visitors.ts';

/** In the order in which a day is rebuilt. */
export const definitions: readonly Definition[] = [
  settledTotals,
  settledSources,
  settledSessions,
  settledPageviews,
  settledVisitors,
  settledEvents,
  settledPaths,
];

/** All settled tables of this build, in the order in which a day is rebuilt. */
export const settledTables: readonly SettledTable[] = definitions.map((one) => settledTable(one));

/** Their names in ClickHouse. */
export const ownTables: TableNames = new Map(settledTables.map(({ name, stored }) => [name, stored]));

/** Writes a query that reads the settled tables of this build. */
export const renderOwn = (query: Sql): Statement => render(query, undefined, ownTables);
