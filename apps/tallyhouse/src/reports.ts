import { randomBytes } from 'node:crypto';
import { patience } from '@tallyhouse/clickhouse';
import { type Servers, serversSettings } from '@tallyhouse/cluster';
import { openShards, querySettings, type Shards, shardReadSettings, startQuery } from '@tallyhouse/query';
import { askOver, type Logger, readEnvironment } from '@tallyhouse/service';
import type { SiteFiles } from '@tallyhouse/sites';
import type { Reports } from '@tallyhouse/verify';
import { z } from 'zod';

const hour = '3600';

/** Settings with the addresses of the reports. */
export const reportSettings = { ...serversSettings, ...shardReadSettings };

/** The shards, as the query app reads them; undefined for a single server. The caller closes them. @throws ConfigError */
export function openReportShards(
  config: Omit<Parameters<typeof openShards>[0], 'PARTIAL_REPORTS'>,
  logger: Logger,
): Shards | undefined {
  // Partial data proves nothing.
  return openShards({ ...config, PARTIAL_REPORTS: false }, logger, patience);
}

/** Starts a query service of this process, with time limits for long periods. */
export async function startReports({
  servers,
  ...deps
}: {
  servers: Pick<Servers, 'all'>;
  shards: Shards | undefined;
  logger: Logger;
  dashboardFolder: string;
  /** Unset: no goals, and only the default channels. */
  siteFiles?: SiteFiles;
}): Promise<Reports> {
  const [asked] = servers.all;
  if (asked === undefined) throw new Error('there is no server to ask');
  const key = randomBytes(24).toString('base64url');
  const settings = readEnvironment(z.object(querySettings), {
    QUERY_PORT: '0',
    API_KEY: key,
    QUERY_MAX_SECONDS: '290', // fetch gives up after 300 s of silence
    EXPORT_MAX_SECONDS: hour,
  });
  const service = await startQuery({ ...settings, HOST: '127.0.0.1' }, { ...deps, clickhouse: asked.client });
  return {
    ask: askOver(service.url, key, 1000 * Number(hour)),
    close: () => service.close(),
  };
}
