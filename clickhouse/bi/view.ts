import { type Column, columnSql, type RowsOf } from '@tallyhouse/facts';
import { computedNames, computedProperties, propertyNames } from '@tallyhouse/ping/session-properties';
import { join, raw, type Sql, sql } from '@tallyhouse/sql';

/** Columns of a fact, by name. */
export const columnsOf = (fact: readonly Column[], names: readonly string[]): Column[] =>
  names.map((name) => {
    const found = fact.find((column) => column.name === name);
    if (found === undefined) throw new Error(`the fact has no column ${name}`);
    return found;
  });

/** What a view over shards selects from. */
export interface Shards {
  /** The rows of the view of this name on every shard. */
  views(name: string): Sql;
  /** The same as a subquery. */
  rows(name: string): Sql;
  /** A table on every shard. */
  table(name: string): Sql;
  /** Another view over shards. */
  view(name: string): Sql;
}

/** A view for BI tools. `isShard`: whether the rows are those of one of several shards, whose numbers are added up later. */
export interface View {
  name: string;
  comment: string;
  columns(isShard: boolean): readonly Column[];
  /** Common table expressions for its rows. Before a `union all` in the rows they would be copied into each of its parts. */
  given?: Sql;
  rows(isShard: boolean): Sql;
  overShards(shards: Shards): Sql;
  /** The time whose day in the zone of its site is the last column. */
  dayOf?: string;
  /** Settings of its own. */
  settings?: Sql;
}

export const text = 'LowCardinality(String)';
export const time = "DateTime64(3, 'UTC')";

export const site: Column = { name: 'site_id', type: text, comment: 'Site' };
export const day: Column = { name: 'date', type: 'Date', comment: 'UTC day' };

/** The exit page and the properties of a session, as all views of what belongs to one have them. */
export const ofItsSession = ['exit_page', ...propertyNames];

/** The properties as the views select them from entity tables. */
export const liveProperties = propertyNames.map((name) => `toLowCardinality(${name}) as ${name}`);

/** Columns computed from a session, without the rules of the sites file, which views do not have. */
export const computedColumns = computedProperties.map(
  ({ name, inViews }): Column => ({ name, type: text, comment: inViews }),
);

/** They as the views select them. */
export const computedOf = (of?: RowsOf): Sql =>
  join(
    computedNames.map((name) => sql`toLowCardinality(${columnSql(name, of)}) as ${raw(name)}`),
    ',\n',
  );

/** Names as a list of columns. */
export const listed = (names: readonly string[]): Sql => raw(names.join(',\n'));

/**
 * A column whose values are compared by the server that was asked. ClickHouse sends the conditions of a query to the shards as text, with
 * the subquery of an `in`, which each of them would run again, as the user in remote_servers: with the rights and row policies of that
 * one. A condition on the result of a lambda is not sent (26.7). Few filter ids by a value, and many by a subquery.
 */
export const comparedHere = (column: string): Sql => raw(`arrayFirst(one -> true, [${column}]) as ${column}`);

/** A column of an entity table, cast, because its type there is that of an aggregate. */
export const castTime = (name: string): Sql => raw(`cast(${name}, 'DateTime64(3, \\'UTC\\')') as ${name}`);

/** Rows as each shard has them, whose ids are compared by the server that was asked. @param more columns that it replaces */
export const asOnShards =
  (view: string, ids: readonly string[], more: (shards: Shards) => readonly Sql[] = () => []) =>
  (shards: Shards) =>
    sql`
select
    *
    replace (
        ${join([...ids.map(comparedHere), ...more(shards)], ',\n')}
    )
from ${shards.rows(view)}`;
