import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { createAlertMetrics, startAlerting } from '@tallyhouse/alerts';
import { singleServer } from '@tallyhouse/cluster';
import { createInsert, startConsumer } from '@tallyhouse/consumer';
import {
  type DemoOptions,
  startDemo,
  writeDemoAlerts,
  writeDemoAnnotations,
  writeDemoKeys,
  writeDemoSettings,
} from '@tallyhouse/demo';
import { startIngest, type TrackerScripts } from '@tallyhouse/ingest';
import { readKnownSites, startQuery } from '@tallyhouse/query';
import { askOver, type Checks, createRegistry, type Logger, openMetricsPort } from '@tallyhouse/service';
import { makeKey, openSiteFiles, siteFilePaths } from '@tallyhouse/sites';
import type { StandaloneConfig } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { type Database, openDatabase } from './database.ts';
import { logFolder, openLogs } from './logs.ts';
import { isKeyConfigured, keepSecrets, withSecrets } from './secrets.ts';

export interface StandaloneDeps extends TrackerScripts {
  logger: Logger;
  /** Path of the bundled program that runs the embedded ClickHouse. */
  clickHouseProgram: string;
  /** The folder of the built dashboard. */
  dashboardFolder: string;
  /** Fills the demo's sites first, then keeps adding visitors. Unset: no demo. */
  demo?: DemoOptions | undefined;
  /** Called when an app has failed for good. */
  onFatal: (error: unknown) => void;
}

export interface Standalone {
  queryUrl: string;
  ingestUrl: string;
  /** The URL of ingest for browsers. */
  publicIngestUrl: string;
  /** The key that the service created; undefined when one was configured. */
  madeKey: string | undefined;
  /** The key of the demo's shared link; undefined without the demo, or when it was revoked. */
  sharedKey: string | undefined;
  clickhouse: Database['embedded'];
  config: StandaloneConfig;
  close(): Promise<void>;
}

/** Runs the whole service in this process, with ClickHouse in a child process. */
export async function startStandalone(config: StandaloneConfig, deps: StandaloneDeps): Promise<Standalone> {
  const { logger } = deps;
  await openDataFolder(config.DATA_DIR, logger);
  const secrets = await keepSecrets(join(config.DATA_DIR, 'secrets.json'));
  const complete = withSecrets(config, secrets);

  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };

  // One for the whole process: every port serves all metrics at /metrics.
  const registry = createRegistry();

  try {
    const shared = makeKey(createHmac('sha256', secrets.identity_secret).update('shared link').digest());
    // Before all else: a mistake in a file ends the start.
    const siteFiles = await openSiteFiles(siteFilePaths(config), { logger, registry });
    closers.push(async () => siteFiles.close());
    // Before the database, which takes longer, so that problems with the log are reported at once.
    const logs = openLogs(config, logger);
    closers.push(async () => {
      await Promise.all([logs.pings.close(), logs.deadLetters.close()]);
    });
    const database = await openDatabase(config, deps.clickHouseProgram, logger);
    closers.push(() => database.close());
    // Nobody else uses the folder now.
    if (deps.demo && config.SITES_FILE === undefined) {
      if (config.KEYS_FILE === undefined)
        await writeDemoKeys(join(config.DATA_DIR, 'keys.yaml'), shared.sha256);
      await writeDemoSettings(join(config.DATA_DIR, 'sites.yaml'));
      if (config.ALERTS_FILE === undefined) await writeDemoAlerts(join(config.DATA_DIR, 'alerts.yaml'));
      await siteFiles.refresh();
    }
    if (deps.demo) {
      const demo = await startDemo({ ...deps.demo, insertPings: createInsert(database.writer), logger });
      closers.push(() => demo.close());
      await writeDemoAnnotations(database.writer, deps.demo.clock());
    }
    const consumer = await startConsumer(config, {
      log: logs.pings,
      deadLetterLog: logs.deadLetters,
      servers: singleServer(database.writer, database.patientWriter),
      logger,
      clock: Date.now,
      registry,
      sites: siteFiles.sites,
      onFatal: deps.onFatal,
    });
    closers.push(() => consumer.close());
    // At once, because each may wait for its last responses.
    const doors: typeof closers = [];
    closers.push(async () => void (await Promise.all(doors.map((closeDoor) => closeDoor()))));
    const seenFile = config.SITES_SEEN_FILE ?? join(config.DATA_DIR, 'sites-seen.txt');
    const ingest = await startIngest(
      { ...complete, SITES_SEEN_FILE: seenFile },
      {
        knownSites: await readKnownSites(database.reader),
        log: logs.pings,
        logFolder: logFolder(config),
        visitFolder: join(config.DATA_DIR, 'visits'),
        logger,
        registry,
        siteFiles,
        trackerScript: deps.trackerScript,
        trackerEventsScript: deps.trackerEventsScript,
        trackerVitalsScript: deps.trackerVitalsScript,
      },
    );
    doors.push(() => ingest.close());
    const publicIngestUrl = config.PUBLIC_INGEST_URL ?? ingest.url;
    const query = await startQuery(
      { ...complete, PUBLIC_INGEST_URL: publicIngestUrl },
      {
        clickhouse: database.reader,
        writer: database.writer,
        logger,
        dashboardFolder: deps.dashboardFolder,
        registry,
        siteFiles,
        parts: { consumer: consumer.checks },
      },
    );
    doors.push(() => query.close());
    const parts: Record<string, Checks> = {
      query: query.checks,
      consumer: consumer.checks,
      ingest: ingest.checks,
    };
    if (config.ALERTS) {
      const alerting = startAlerting(
        {
          ...siteFiles,
          ask: askOver(query.url, complete.API_KEY ?? complete.ADMIN_PASSWORD ?? ''),
          client: database.writer,
          config,
          dashboardUrl: config.PUBLIC_URL ?? query.url,
          clock: Date.now,
          logger,
          metrics: createAlertMetrics(registry),
        },
        { seconds: config.ALERT_SECONDS },
      );
      doors.push(() => alerting.close());
      parts['notify'] = alerting.checks;
    }
    const watched = { metrics: registry, checks: checksOf(parts), parts, logger };
    const metricsPort = await openMetricsPort(config, watched);
    doors.push(async () => metricsPort?.close());
    return {
      queryUrl: query.url,
      ingestUrl: ingest.url,
      publicIngestUrl,
      sharedKey: deps.demo && siteFiles.keys().has(shared.sha256) ? shared.key : undefined,
      madeKey: isKeyConfigured(config) ? undefined : secrets.api_key,
      clickhouse: database.embedded,
      config,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The checks of all apps, each named after its app and itself. */
function checksOf(parts: Readonly<Record<string, Checks>>): Checks {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([part, checks]) =>
      Object.entries(checks).map(([name, check]) => [`${part} ${name}`, check]),
    ),
  );
}
