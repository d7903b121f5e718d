/**
 * Lets SQL that is written for one server read all shards. Each shard has the same tables with rows of its own, and all rows of
 * a session are on one shard. A report therefore does its work where the rows are, in `cluster(…, view(…))`, and adds up what
 * each shard found. Some tables say something about all shards together: when a visitor was first seen, the newest title of a
 * page, which of the events with one id counts. They are read on all shards wherever they are named.
 */

/** The shards as ClickHouse's `remote_servers` names them, and the database that each of them has. Both are identifiers. */
export interface Cluster {
  name: string;
  database: string;
}

/** The tables and views that SQL of this app names, besides those of `sharedTables`. */
const ownTables = [
  'pings',
  'received_pings',
  'sessions',
  'pageviews',
  'events',
  'changed_days',
  'changed_sessions',
  'changed_events',
  'settled_sessions',
  'settled_pageviews',
  'settled_visitors',
  'settled_totals',
  'settled_sources',
  'settled_events',
  'settled_paths',
];

/** The tables with rows of one key on several shards. */
const sharedTables = ['visitors', 'page_titles', 'event_ids'];

/**
 * SQL that runs on each shard, as a subquery: the rows that the shards return, one after the other. A shard's default database
 * is another one, so tables are named with theirs.
 */
export const onEachShard = (sql: string, cluster: Cluster) =>
  `select * from cluster('${cluster.name}', view(\n${onOneShard(sql, cluster)}))\n`;

/** The same where shared tables are read as this shard has them. */
export const onEachShardAlone = (sql: string, cluster: Cluster) =>
  `select * from cluster('${cluster.name}', view(\n${ofOneShard(sql, [...sharedTables, ...ownTables], cluster)}))\n`;

/** A part of such SQL: a subquery whose rows the shard compares with its own. */
export function onOneShard(sql: string, cluster: Cluster): string {
  const shared = replaceTables(nearestInsGlobal(sql), sharedTables, (table, final) =>
    onAll(table, final, cluster),
  );
  return ofOneShard(shared, ownTables, cluster);
}

const ofOneShard = (sql: string, tables: readonly string[], { database }: Cluster) =>
  replaceTables(sql, tables, (table, final) => `from ${database}.${table} as ${table}${final}`);

/** SQL whose tables are read on all shards, and whose rows come together before they are joined and compared with others. */
export const onAllShards = (sql: string, cluster: Cluster) =>
  replaceTables(allInsGlobal(sql), [...sharedTables, ...ownTables], (table, final) =>
    onAll(table, final, cluster),
  );

const onAll = (table: string, final: string, { name, database }: Cluster) =>
  `from cluster('${name}', '${database}', '${table}') as ${table}${final}`;

/**
 * SQL with its times in it. A shard is sent the text of its part, where ClickHouse writes the value of such a parameter as seconds
 * since 1970, and does not read those of 1970 itself.
 */
export const withTimes = (sql: string, values: Readonly<Record<string, unknown>>) =>
  sql.replace(/\{(\w+):DateTime64\(3, 'UTC'\)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'string' && /^[\d :.-]+$/.test(value)
      ? `toDateTime64('${value}', 3, 'UTC')`
      : whole;
  });

/** A common table expression may have the name of a table. */
function replaceTables(
  sql: string,
  tables: readonly string[],
  replacement: (table: string, final: string) => string,
): string {
  return sql.replace(/\bfrom (\w+)\b(?![.(])( final)?/g, (whole, table: string, final = '') =>
    !tables.includes(table) || new RegExp(`\\b${table} as \\(`).test(sql) ? whole : replacement(table, final),
  );
}

const inSubquery = /\b((?:not )?in) \((?=\s*(?:--.*\n\s*)*(?:select|with)\b)/;

/** Without `global`, each shard would run the subquery of an `in` again. */
const allInsGlobal = (sql: string) => sql.replace(new RegExp(inSubquery, 'g'), 'global $1 (');

/** The same where a shared table is read in SQL that runs on a shard: the subquery means the rows of this shard. */
const nearestInsGlobal = (sql: string) =>
  sql.replace(
    new RegExp(`(\\bfrom (?:${sharedTables.join('|')})\\b(?:(?!group by)[^])*?)${inSubquery.source}`, 'g'),
    '$1global $2 (',
  );
