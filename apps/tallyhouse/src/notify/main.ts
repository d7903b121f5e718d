import { createAlertMetrics, startAlerting } from '@tallyhouse/alerts';
import { connectionOf, createClickHouse, shardsOf } from '@tallyhouse/clickhouse';
import { openShards, singleServer } from '@tallyhouse/cluster';
import { refusingUnfinished } from '@tallyhouse/query';
import { createRegistry, openMetricsPort, runService } from '@tallyhouse/service';
import { namedFiles, openSiteFiles } from '@tallyhouse/sites';
import { beside } from '../beside.ts';
import { openReportShards, startReports } from '../reports.ts';
import { readConfig } from './config.ts';

const usage = `Usage: tallyhouse notify

Judges the rules of ALERTS_FILE, and sends what fires as mails and to web addresses. Several processes may run: each alert is sent
once. tallyhouse start does so by itself.

  --help  This text.

Example: CLICKHOUSE_URL=http://127.0.0.1:8123 ALERTS_FILE=alerts.yaml SMTP_URL=smtp://mail.example:587 tallyhouse notify

Settings are environment variables: docs/configuration.md lists them.

It exits with 0 after Ctrl-C or SIGTERM, 1 after an error, 2 for invalid arguments.
`;

await runService({ name: 'notify', usage, options: {}, readConfig }, async ({ config, logger }) => {
  const registry = createRegistry();
  // First of all: an error in the file ends the start.
  const files = await openSiteFiles(namedFiles(config), { logger, registry });
  const ofShards = shardsOf(config);
  const servers =
    ofShards.length === 0
      ? singleServer(createClickHouse(connectionOf(config), logger))
      : await openShards(ofShards, undefined, logger);
  const shards = openReportShards(config, logger);
  const reports = await startReports({ servers, shards, logger, ...beside, siteFiles: files });
  const [home] = servers.all;
  if (home === undefined) throw new Error('there is no server to store what fired');
  const alerting = startAlerting(
    {
      ...files,
      ask: reports.ask,
      // Each round begins with a question to it, so that none fires by the data of a half restored database.
      client: refusingUnfinished(home.client),
      config,
      dashboardUrl: config.PUBLIC_URL ?? `http://127.0.0.1:${config.QUERY_PORT}`,
      clock: Date.now,
      logger,
      metrics: createAlertMetrics(registry),
    },
    { seconds: config.ALERT_SECONDS },
  );
  const metrics = await openMetricsPort(config, { metrics: registry, checks: alerting.checks, logger });
  logger.info({ rules: files.alerts().size }, 'judging alerts');
  return async () => {
    await alerting.close();
    await metrics?.close();
    await reports.close();
    files.close();
    await Promise.all([servers.close(), shards?.close()]);
  };
});
