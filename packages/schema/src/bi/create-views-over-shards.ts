/**
 * The views for BI tools over several shards. Every server has two databases of them: the views over its own rows, and those that
 * people read, which add up the former of all shards. So whichever server is asked, the numbers are those of all.
 */
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { type BiNames, command, type Shard, select } from '@tallyhouse/clickhouse';
import { everyServer, type OneServer } from '@tallyhouse/cluster';
import { atEnd, type Logger } from '@tallyhouse/service';
import { raw, sql, text } from '@tallyhouse/sql';
import { z } from 'zod';
import { biViews, databaseOfShard, viewsOfShard } from '../../../../clickhouse/bi/index.ts';
import { BiViewsError, keepPersonalViews, keepViews, remoteRights } from './create-views.ts';

/** The name of the cluster is known. */
type ClusterNames = BiNames & { cluster: string };

/**
 * Creates the views on every server of the shards, replaces those whose text changed and drops those that are gone. All have the
 * tables already.
 * @returns the number of views that were created or replaced, those of all servers together
 * @throws BiViewsError that names the shard: ClickHouse's cluster is not these shards, a right is missing, or a database belongs to
 *   something else
 */
export async function createViewsOverShards(
  shards: readonly Shard[],
  names: ClusterNames,
  logger: Logger,
): Promise<number> {
  const servers = everyServer(shards, logger);
  await using _clients = atEnd(() => Promise.all(servers.map(({ client }) => client.close())));
  let count = 0;
  const onEach = async (act: (client: ClickHouseClient) => Promise<number | undefined>) => {
    for (const { name, client } of servers) {
      try {
        count += (await act(client)) ?? 0;
      } catch (error) {
        if (!(error instanceof BiViewsError)) throw error;
        throw new BiViewsError(`${name}: ${error.message}`);
      }
    }
  };
  const shardOfTable = await shardsByTable(servers);
  await onEach((client) => refuseOtherCluster(client, names, shardOfTable, shards.length));
  // On all, because a view over shards takes its columns from one of them.
  await onEach((client) => keepViews(client, databaseOfShard(names), viewsOfShard(names), names));
  await onEach((client) => keepViews(client, names.bi, biViews(names), names));
  await onEach((client) => keepPersonalViews(client, names));
  await onEach((client) => refuseUnreadable(client, names));
  return count;
}

const tableId = z.object({ id: z.string() });

/** The number of each server's shard, by the UUID of a table there. */
async function shardsByTable(servers: readonly OneServer[]): Promise<ReadonlyMap<string, number>> {
  const found = await Promise.all(
    servers.map(async ({ shard, client }) =>
      (await select(client, tableIdHere, tableId)).map(({ id }): [string, number] => [id, shard]),
    ),
  );
  return new Map(found.flat());
}

const tableIdHere = sql`
select toString(uuid) as id
from system.tables
where database = currentDatabase()
  and name = 'migrations'`;

/** The UUID of a table on each server of the cluster. */
const tableIdsIn = ({ cluster, database }: ClusterNames) => sql`
select toString(uuid) as id
from cluster('${raw(cluster)}', system, tables)
where database = ${text(database)}
  and name = 'migrations'`;

/** The views would leave out a shard, or count one twice, without any error. */
async function refuseOtherCluster(
  client: ClickHouseClient,
  names: ClusterNames,
  shardOfTable: ReadonlyMap<string, number>,
  shards: number,
): Promise<undefined> {
  const remedy =
    'Name the shards of CLICKHOUSE_SHARDS there, each once, or set CLICKHOUSE_CLUSTER to the cluster that has them.';
  const { cluster } = names;
  const rows = await select(client, tableIdsIn(names), tableId).catch((error: unknown) => {
    if (!(error instanceof ClickHouseError)) throw error;
    const reason = error.message.split('\n')[0];
    throw new BiViewsError(
      error.code === clusterUnknown
        ? `The views for BI tools are missing, because remote_servers has no cluster ${cluster}. ${remedy}`
        : `The views for BI tools are missing, because the cluster ${cluster} cannot be read (${reason}).${
            error.code === accessDenied
              ? ` Let an administrator run: ${remoteRights} to <the user of CLICKHOUSE_USER>;`
              : ''
          }`,
    );
  });
  const met = rows.map(({ id }) => shardOfTable.get(id) ?? 0).sort((a, b) => a - b);
  if (met.length === shards && met.every((shard, index) => shard === index + 1)) return;
  throw new BiViewsError(
    `The views for BI tools are missing, because the cluster ${cluster} in remote_servers is not the shards of CLICKHOUSE_SHARDS. ${remedy}`,
  );
}

/** Only ClickHouse knows the user with whose rights the servers read each other. */
async function refuseUnreadable(client: ClickHouseClient, names: ClusterNames): Promise<undefined> {
  try {
    await command(client, sql`select count() from ${raw(names.bi)}.visitors where site_id = ''`);
  } catch (error) {
    if (!(error instanceof ClickHouseError) || error.code !== accessDenied) throw error;
    const local = databaseOfShard(names);
    throw new BiViewsError(
      `The views for BI tools cannot be read (${error.message.split('\n')[0]}). The user in remote_servers needs: ` +
        `grant select on ${names.database}.*, select on ${local}.*; and ${names.definer}: ` +
        `grant select on ${local}.*, remote, create temporary table on *.*`,
    );
  }
}

const clusterUnknown = '701'; // CLUSTER_DOESNT_EXIST
const accessDenied = '497';
