import type { ClickHouseClient } from '@clickhouse/client';
import { startSettingsMarks } from '@tallyhouse/annotations/marks';
import type { ClientOptions } from '@tallyhouse/clickhouse';
import {
  type Checks,
  clientAddress,
  createDrain,
  createKeyGuard,
  createRegistry,
  createServer,
  type Drain,
  type Listening,
  type Logger,
  limitRequests,
  listen,
  type Registry,
  requireOperator,
  type Watched,
} from '@tallyhouse/service';
import { findCaller, namedFiles, openSiteFiles, type SiteFiles } from '@tallyhouse/sites';
import { createApp } from './app.ts';
import { type LimitConfig, limitsOf, type QueryConfig } from './config.ts';
import { checkDatabase } from './database/database.ts';
import type { Shards } from './database/shards/shards.ts';
import { refusingUnfinished } from './database/unfinished.ts';
import { createAccess } from './http/access.ts';
import { createQueryMetrics } from './http/metrics.ts';
import { readDashboard } from './pages/dashboard/files.ts';
import { knownSites } from './read/sites.ts';
import { startKeepingZones } from './time/keep-zones.ts';

export { type QueryConfig, querySettings, readConfig, shardReadSettings } from './config.ts';
export { openShards, type Shards } from './database/shards/shards.ts';
export { refusingUnfinished } from './database/unfinished.ts';
export { readKnownSites } from './read/sites.ts';

export interface QueryDeps {
  /** Closed by the caller. Read access suffices. */
  clickhouse: ClickHouseClient;
  /** Writes and reads annotations: on the one server, or the first shard. Closed by the caller. Unset: read-only. */
  writer?: ClickHouseClient | undefined;
  /** The servers that have the rows; undefined for one. Closed by the caller. */
  shards?: Shards | undefined;
  logger: Logger;
  /** The folder of the built dashboard. */
  dashboardFolder: string;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Monotonic milliseconds, for limits: if the clock is set back, they would last until it has caught up. */
  ticks?: () => number;
  /** The installation's files. Opened from SITES_FILE and KEYS_FILE if unset. */
  siteFiles?: SiteFiles | undefined;
  /** Where to register metrics; a new registry by default. `/metrics` serves all of it. */
  registry?: Registry;
  /** Checks of the other apps in this process, each served at `/readyz/<name>`. */
  parts?: Readonly<Record<string, Checks>>;
}

/**
 * Builds the service and listens. With METRICS_PORT the caller serves metrics and health there.
 * @throws an Error that names a port in use
 */
export async function startQuery(
  config: QueryConfig,
  deps: QueryDeps,
): Promise<Listening & Watched & Pick<Drain, 'drain'>> {
  const { registry = createRegistry(), parts = {}, clock = Date.now, logger } = deps;
  const { ticks = () => performance.now() } = deps;
  const files = deps.siteFiles ?? (await openSiteFiles(namedFiles(config), { logger, registry }));
  const guard = createKeyGuard({
    keys: [config.API_KEY, config.ADMIN_PASSWORD],
    find: findCaller(files, clock),
    ticks,
    logger,
    metrics: { registry, app: 'query' },
  });
  const addressOf = clientAddress(config.TRUST_PROXY);
  const clickhouse = refusingUnfinished(deps.clickhouse);
  const writer = deps.writer && refusingUnfinished(deps.writer);
  const home = writer ?? clickhouse;
  const terms = (left: AbortSignal) => ({ limits: limitsOf(config).report, left, readRows() {} });
  const findKnownSites = knownSites(clickhouse, deps.shards);
  const { checks, drain } = createDrain({ clickhouse: () => checkDatabase(clickhouse, deps.shards) });
  const marks = writer && startSettingsMarks({ client: writer, sites: files.sites, logger, clock });
  const zones = writer && startKeepingZones({ client: writer, sites: files.sites, logger });
  const app = createApp({
    registry: config.METRICS_PORT === undefined ? registry : undefined,
    checks,
    parts,
    metrics: createQueryMetrics(registry),
    clickhouse,
    home,
    shards: deps.shards,
    logger,
    clock,
    limits: limitsOf(config),
    sitesNow: files.sites,
    // Ingest has a database unless it is disabled: see there.
    geoip: config.GEOIP_DB !== 'off',
    hasOtherKeys: () => files.keys().size > 0,
    access: createAccess({ guard, addressOf, countRequest: limitRequests(ticks), sitesNow: files.sites }),
    requireOperator: requireOperator(guard, addressOf),
    manage: {
      files,
      sitesWithPings: (left) => findKnownSites({ ...terms(left), shards: deps.shards }),
      annotations: {
        home,
        whyReadOnly: writer ? undefined : 'this service has no client that may write',
        terms,
      },
      sending: config,
      dashboardUrl: () => config.PUBLIC_URL ?? url,
      clock,
    },
    tracker: {
      ingestUrl: config.PUBLIC_INGEST_URL,
      trackerPath: config.TRACKER_PATH,
      pingPath: config.PING_PATH,
    },
    mcp: config.MCP,
    dashboard: readDashboard(deps.dashboardFolder),
    embedOrigins: config.EMBED_ORIGINS,
  });
  const server = createServer(app, {
    unreadable: 'invalid_parameter',
    maxConnections: config.MAX_CONNECTIONS,
    metrics: { registry, app: 'query' },
  });
  const { url, close } = await listen(server, config.QUERY_PORT, config.HOST);
  return {
    url,
    metrics: registry,
    checks,
    drain,
    async close() {
      await Promise.all([close(), marks?.close(), zones?.close()]);
      if (!deps.siteFiles) files.close();
    },
  };
}

/** Options of the client: a connection for each request and some to spare, and a timeout that allows slow downloads. */
export function clientOptions(config: LimitConfig): ClientOptions {
  return {
    connections: config.QUERY_CONCURRENCY + config.EXPORT_CONCURRENCY + 10,
    silenceMs: Math.max(config.QUERY_MAX_SECONDS, config.EXPORT_MAX_SECONDS) * 1000,
  };
}
