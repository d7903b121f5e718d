import type { ClickHouseClient } from '@clickhouse/client';
import { createAlertMetrics, startAlerting } from '@tallyhouse/alerts';
import { singleServer } from '@tallyhouse/cluster';
import { startConsumer } from '@tallyhouse/consumer';
import { readConfig as consumerConfig } from '@tallyhouse/consumer/config';
import { startIngest } from '@tallyhouse/ingest';
import { readConfig as ingestConfig } from '@tallyhouse/ingest/config';
import { createEmbeddedLog, type Log } from '@tallyhouse/log';
import { startQuery } from '@tallyhouse/query';
import { askOver, createLogger, createRegistry, openMetricsPort } from '@tallyhouse/service';
import { noSites } from '@tallyhouse/sites';
import { dashboardFolder, key, queryConfig } from '../api/query-service.ts';
import { createTestDatabase, type TestDatabase } from '../harness/clickhouse.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { browsers } from '../import/access-log.ts';

export const apps = ['ingest', 'consumer', 'query', 'notify'] as const;
export type App = (typeof apps)[number];
export type Apps = Awaited<ReturnType<typeof startApps>>;

const elsewhere = { KAFKA_BROKERS: 'unused:9092', CLICKHOUSE_URL: 'http://unused' };

/** The parts of the readiness of a healthy consumer. */
export const consumerIsOk = {
  log: 'ok',
  clickhouse: 'ok',
  lag: 'ok',
  freshness: 'ok',
  parts: 'ok',
  clock: 'ok',
  settled: 'ok',
};

/** Replaces the existing log and database. */
interface Instead {
  log?: Log;
  clickhouse?: ClickHouseClient;
  /** An empty one, which stays. */
  database?: TestDatabase;
}

/** Ingest, consumer and query as separate apps, each with its own port, around a real log and a real database. */
export async function startApps(environment: Record<string, string> = {}, instead: Instead = {}) {
  const logger = createLogger('test', 'silent');
  const inFolder = folderOfFile();
  const database = instead.database ?? (await createTestDatabase());
  const openLog = (name: string) =>
    createEmbeddedLog({ folder: inFolder(name), partitions: 1, retainMs: 0, logger });
  const log = instead.log ?? openLog('log');
  const deadLetterLog = openLog('dead-letters');
  const own = {
    HOST: '127.0.0.1',
    INGEST_PORT: '0',
    GEOIP_DB: 'off',
    IDENTITY_SECRET: 'a secret of the tests',
  };
  const scripts = { trackerScript: 'track();', trackerEventsScript: '', trackerVitalsScript: '' };
  const settings = ingestConfig({ ...elsewhere, ...own, API_KEY: key, ...environment });
  const ingest = await startIngest(settings, { log, logger, ...scripts });
  const consumer = await startConsumer(consumerConfig({ ...elsewhere, ...environment }), {
    log,
    deadLetterLog,
    servers: singleServer(instead.clickhouse ?? database.client),
    logger,
    clock: Date.now,
    onFatal: (error) => {
      throw error;
    },
  });
  const openPort = (metrics: typeof consumer.registry, checks: typeof consumer.checks) =>
    openMetricsPort({ METRICS_PORT: 0, HOST: '127.0.0.1' }, { metrics, checks, logger });
  const health = await openPort(consumer.registry, consumer.checks);
  const clickhouse = database.reader;
  const query = await startQuery(queryConfig(environment), { clickhouse, logger, dashboardFolder });
  const registry = createRegistry();
  const alerting = startAlerting(
    {
      // None: it would request reports, which a test counts.
      alerts: () => new Map(),
      sites: () => noSites,
      ask: askOver(query.url, key),
      client: database.client,
      config: { ALERT_PRIVATE_HOSTS: undefined, SMTP_URL: undefined, MAIL_FROM: 'a@b.example' },
      dashboardUrl: query.url,
      clock: Date.now,
      logger,
      metrics: createAlertMetrics(registry),
    },
    { seconds: 1 },
  );
  const notify = await openPort(registry, alerting.checks);
  const urls: Record<App, string> = {
    ingest: ingest.url,
    consumer: health?.url ?? '',
    query: query.url,
    notify: notify?.url ?? '',
  };

  return {
    urls,
    database,
    log,
    async ping(body: unknown, headers: Record<string, string> = {}): Promise<number> {
      const response = await fetch(`${ingest.url}/api/ping`, {
        method: 'POST',
        headers: { 'User-Agent': browsers.firefox, ...headers },
        body: JSON.stringify(body),
      });
      return response.status;
    },
    async report(path: string, authorization = `Bearer ${key}`): Promise<number> {
      const response = await fetch(`${query.url}/api/v1${path}`, { headers: { authorization } });
      await response.arrayBuffer();
      return response.status;
    },
    readiness: async (app: App): Promise<unknown> => (await fetch(`${urls[app]}/readyz`)).json(),
    async stop() {
      await alerting.close();
      await notify?.close();
      await query.close();
      await consumer.close();
      await health?.close();
      await ingest.close();
      await Promise.all([log.close(), deadLetterLog.close()]);
      if (instead.database === undefined) await database.drop();
    },
  };
}
