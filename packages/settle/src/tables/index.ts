import { render, type Sql, type Statement, type TableNames } from '@tallyhouse/sql';
import { type SettledTable, settledTable } from './define.ts';
import { definitions } from './definitions.ts';

/** All settled tables of this build, in the order in which a day is rebuilt. */
export const settledTables: readonly SettledTable[] = definitions.map((one) => settledTable(one));

export const ownTables: TableNames = new Map(settledTables.map(({ name, stored }) => [name, stored]));

/** Writes a query that reads the settled tables of this build. */
export const renderOwn = (query: Sql): Statement => render(query, undefined, ownTables);
