import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { type BiNames, type BiUser, select } from '@tallyhouse/clickhouse';
import { listed } from '@tallyhouse/service';
import { readSettings, siteFilePaths } from '@tallyhouse/sites';
import { raw, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import type { BiUsersConfig } from './config.ts';

/** UNKNOWN_TABLE and UNKNOWN_DATABASE. */
const isUnknown = new Set(['60', '81']);

/** Checks that there are views with personal data, if a user is to read them. @throws an Error */
export function checkPersonal({ personal }: BiUser, { personal: second }: BiNames): void {
  if (!personal || second !== undefined) return;
  throw new Error(
    `There are no views with personal data: set CLICKHOUSE_BI_PERSONAL=1, for the service and for this command.`,
  );
}

/**
 * Checks that the sites of a user exist: in the sites file, or with pings.
 * @param client one that may read the views
 * @throws an Error that names the missing ones
 */
export async function checkSites(
  { sites = [] }: BiUser,
  client: ClickHouseClient,
  { bi }: BiNames,
  config: BiUsersConfig,
): Promise<void> {
  if (sites.length === 0) return;
  const { sites: file } = siteFilePaths(config);
  const inFile = file === undefined ? [] : [...(await readSettings(file)).sites.keys()];
  const rows = await select(
    client,
    sql`select site_id from ${raw(bi)}.sites`,
    z.object({ site_id: z.string() }),
  ).catch((error: unknown) => {
    if (!(error instanceof ClickHouseError && isUnknown.has(error.code))) throw error;
    throw new Error(`There are no views in ${bi} yet: run tallyhouse start once, or tallyhouse migrate.`);
  });
  const known = new Set([...inFile, ...rows.map(({ site_id }) => site_id)]);
  const unknown = sites.filter((site) => !known.has(site));
  if (unknown.length === 0) return;
  throw new Error(
    `There is no site ${unknown.join(', ')}: none has sent a ping, or is in the sites file. ` +
      (known.size === 0 ? 'There are no sites yet.' : `The sites are ${listed([...known].sort())}.`),
  );
}
