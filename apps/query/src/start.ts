import type { ClickHouseClient } from '@clickhouse/client';
import type { ClientOptions } from '@tallyhouse/clickhouse';
import {
  type Checks,
  clientAddress,
  createKeyGuard,
  createRegistry,
  createServer,
  type Listening,
  type Logger,
  listen,
  type Registry,
  requireKey,
  type Watched,
} from '@tallyhouse/service';
import { createApp } from './app.ts';
import { type LimitConfig, limitsOf, type QueryConfig } from './config.ts';
import { readDashboard } from './dashboard/files.ts';
import { checkDatabase } from './database.ts';
import { createQueryMetrics } from './request-metrics.ts';

export { type QueryConfig, querySettings } from './config.ts';

export interface QueryDeps {
  /** Stays the caller's to close. Reading rights are enough. */
  clickhouse: ClickHouseClient;
  logger: Logger;
  /** The folder that the dashboard was built into. */
  dashboardFolder: string;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Where its metrics go; a new one by default. `/metrics` serves all of it. */
  registry?: Registry;
  /** Checks of other apps in this process, each served at `/readyz/<name>`. */
  parts?: Readonly<Record<string, Checks>>;
}

/** What an export may take to its end once the service is to stop: a supervisor waits for 10 s. */
const lastExportsMs = 5000;

/**
 * Puts the service together and listens. With METRICS_PORT the caller serves what is watched there.
 * @throws an Error that names a port that is taken
 */
export async function startQuery(config: QueryConfig, deps: QueryDeps): Promise<Listening & Watched> {
  const { registry = createRegistry(), parts = {}, clock = Date.now, logger } = deps;
  const guard = createKeyGuard({
    keys: [config.API_KEY, config.ADMIN_PASSWORD],
    clock,
    logger,
    metrics: { registry, app: 'query' },
  });
  const checks = { clickhouse: () => checkDatabase(deps.clickhouse) };
  const app = createApp({
    registry: config.METRICS_PORT === undefined ? registry : undefined,
    checks,
    parts,
    metrics: createQueryMetrics(registry),
    clickhouse: deps.clickhouse,
    logger,
    clock,
    limits: limitsOf(config),
    // Ingest has a database unless it is told to do without: see there.
    geoip: config.GEOIP_DB !== 'off',
    requireKey: requireKey(guard, clientAddress(config.TRUST_PROXY)),
    tracker: {
      ingestUrl: config.PUBLIC_INGEST_URL,
      trackerPath: config.TRACKER_PATH,
      pingPath: config.PING_PATH,
    },
    dashboard: readDashboard(deps.dashboardFolder),
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
    async close() {
      const late = setTimeout(() => server.closeAllConnections(), lastExportsMs);
      await close();
      clearTimeout(late);
    },
  };
}

/** The client that suits the settings: a connection for each request and some to spare, and patience with slow downloads. */
export function clientOptions(config: LimitConfig): ClientOptions {
  return {
    connections: config.QUERY_CONCURRENCY + config.EXPORT_CONCURRENCY + 10,
    silenceMs: Math.max(config.QUERY_MAX_SECONDS, config.EXPORT_MAX_SECONDS) * 1000,
  };
}
