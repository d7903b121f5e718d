/** The base of an incremental backup. */
import { shardsOf } from '@tallyhouse/clickhouse';
import { readCluster, textOf } from '@tallyhouse/cluster';
import type { Log } from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';
import { isEmbedded } from '../find-clickhouse.ts';
import { chainOf, finishedBackups } from '../folder.ts';
import type { InstallationConfig } from '../installation.ts';
import type { Manifest } from '../manifest.ts';

/** The shards, all of which must be reachable; undefined for one server. */
export async function shardsNow(
  config: InstallationConfig,
  log: Log,
  logger: Logger,
): Promise<Manifest['shards'] | undefined> {
  const shards = shardsOf(config);
  if (shards.length === 0) return undefined;
  const partitions = (await log.offsetRanges(0)).length;
  return { ...(await readCluster(shards, partitions, logger)), count: shards.length };
}

/** Where the tables of a backup are written. */
export function locationOf(
  config: InstallationConfig,
  disk: string | undefined,
  folder: string,
): Manifest['location'] {
  if (disk !== undefined) return { kind: 'disk', disk };
  return isEmbedded(config) ? { kind: 'inside' } : { kind: 'path', path: folder };
}

/** The backup to add to; undefined when there is none. @throws an Error when it cannot be added to */
export async function newest(
  folder: string,
  { location, database, shards }: Pick<Manifest, 'location' | 'database' | 'shards'>,
): Promise<Manifest | undefined> {
  const backups = await finishedBackups(folder);
  const last = backups.at(-1);
  if (last === undefined) return undefined;
  try {
    chainOf(last, backups);
    if (JSON.stringify(last.location) !== JSON.stringify(location))
      throw new Error(`The backup ${last.name} has its tables elsewhere (${JSON.stringify(last.location)}).`);
    if (last.database !== database)
      throw new Error(`The backup ${last.name} is of another database, ${last.database}.`);
    if (identityOf(last.shards) !== identityOf(shards))
      throw new Error(`The backup ${last.name} is of other shards, or of another map of them.`);
    return last;
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message : error} So this one cannot add to it: start over with --full.`,
    );
  }
}

export const identityOf = (shards: Manifest['shards']) => shards && `${shards.cluster} ${textOf(shards.map)}`;
