/**
 * The text of a migration as it is sent to a replica. Migrations are written for one server; with CLICKHOUSE_REPLICATED each
 * `MergeTree` table in them becomes a `Replicated...MergeTree`. Views have no data, and stay as they are.
 *
 * The path in Keeper has the migration's version, because a later one may create a table of the same name again: then one replica already
 * has the new table while another still has the old one, and they must not be replicas of each other. It has the macro of the shard,
 * so the shards of a cluster can share a Keeper, and the name of the table in plain text: `{table}` would be the
 * temporary name where a table is replaced, and `{uuid}` differs from server to server without `on cluster`.
 */

// Patterns, only over our own texts: the migrations have one layout, and packages/schema checks it. ClickHouse has no setting that makes
// a `MergeTree` a replica at a path of our choice.

/** What distinguishes the tables of one database and migration in Keeper. */
export interface ReplicatedPlace {
  database: string;
  /** The version of the migration. */
  version: number;
}

/** How long a batch that is sent again is recognised: as long as Kafka usually keeps it. On one server only the number counts. */
const windowSeconds = 7 * 86_400;

const createTable = /^create (or replace )?table (?:if not exists )?(\w+)$/m;
const engineLine = /^engine = (\w*)MergeTree(?:\(([^)]*)\))?$/m;
const settingsLine = /^settings .*$/m;
const endOfTable = /^comment '/m;

/**
 * The statements for a replica that correspond to a statement for one server.
 * @throws Error for a table that would not be replicated: a migration with another layout
 */
export function replicatedStatements(statement: string, place: ReplicatedPlace): string[] {
  const [, replaced, table] = createTable.exec(statement) ?? [];
  if (table === undefined) {
    if (/^engine = /m.test(statement)) throw new Error(`This statement cannot be replicated: ${statement}`);
    return [statement];
  }
  if (!engineLine.test(statement))
    throw new Error(`The table ${table} has no engine that can be replicated.`);
  const path = `/clickhouse/tables/{shard}/${place.database}/${table}/${place.version}`;
  const create = withWindow(
    statement.replace(engineLine, (_, kind: string, parameters?: string) => {
      const more = parameters ? `, ${parameters}` : '';
      return `engine = Replicated${kind}MergeTree('${path}', '{replica}'${more})`;
    }),
  );
  if (replaced === undefined) return [create];
  // In two steps: a table that was replaced halfway would still be a replica of the path.
  return [
    `drop table if exists ${table} sync settings max_table_size_to_drop = 0`,
    create.replace(/^create or replace /m, 'create '),
  ];
}

/**
 * Replicated tables recognise repeated blocks by themselves, others only where a migration says so. Tables for which it does not must not
 * do so here either: a repeated insert has to note its changes again.
 */
function withWindow(create: string): string {
  const setting = /\bnon_replicated_deduplication_window = (\d+)/;
  const [, window = '0'] = setting.exec(create) ?? [];
  const own =
    window === '0'
      ? 'replicated_deduplication_window = 0'
      : `replicated_deduplication_window = ${window}, replicated_deduplication_window_seconds = ${windowSeconds}`;
  if (setting.test(create)) return create.replace(setting, own);
  if (settingsLine.test(create)) return create.replace(settingsLine, (line) => `${line}, ${own}`);
  if (!endOfTable.test(create)) throw new Error(`A table without a comment: ${create}`);
  return create.replace(endOfTable, (line) => `settings ${own}\n${line}`);
}

/** The engine of a table for one server, from `engine_full` of `system.tables`, the only column with the whole engine. */
export const withoutReplication = (engine: string) =>
  engine.replace(/^Replicated(\w*MergeTree)\('[^']*', '[^']*'(?:, )?([^)]*)\)/, '$1($2)');
