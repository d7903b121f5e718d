import { judgeSettings, sendSettings, startAlerting } from '@tallyhouse/alerts';
import { findServers } from '@tallyhouse/cluster';
import {
  createLogger,
  createRegistry,
  logLevels,
  optionsOfProcess,
  port,
  readEnvironment,
  runProcess,
} from '@tallyhouse/service';
import { alertsFileSetting, namedFiles, openSiteFiles, publicUrl, siteFileSettings } from '@tallyhouse/sites';
import { z } from 'zod';
import { beside } from '../beside.ts';
import { openReportShards, reportSettings, startReports } from '../reports.ts';

const settings = z.object({
  ...reportSettings,
  ...sendSettings,
  ...judgeSettings,
  ALERTS_FILE: alertsFileSetting.unwrap(),
  SITES_FILE: siteFileSettings.SITES_FILE,
  PUBLIC_URL: publicUrl,
  QUERY_PORT: port().default(3000),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

const usage = `Usage: tallyhouse notify

Judges the rules of ALERTS_FILE, and sends what fires as mails and to web addresses. Several processes may run: each alert is told
once. tallyhouse start does so by itself.

  --help  This text.

Example: CLICKHOUSE_URL=http://127.0.0.1:8123 ALERTS_FILE=alerts.yaml SMTP_URL=smtp://mail.example:587 tallyhouse notify

Settings are environment variables: docs/configuration.md lists them.

It exits with 0 after Ctrl-C or SIGTERM, 1 after an error, 2 for invalid arguments.
`;
optionsOfProcess(usage, {});

const logger = createLogger('notify', 'info');

await runProcess(logger, async () => {
  const config = readEnvironment(settings, process.env);
  logger.level = config.LOG_LEVEL;
  // Before all else: a mistake in a file ends the start.
  const paths = { ...namedFiles({ ...config, KEYS_FILE: undefined }), keys: undefined };
  const files = await openSiteFiles(paths, { logger, registry: createRegistry() });
  const servers = await findServers(config, logger);
  const shards = openReportShards(config, logger);
  const reports = await startReports({ servers, shards, logger, dashboardFolder: beside.dashboardFolder });
  const [home] = servers.all;
  if (home === undefined) throw new Error('there is no server to store what fired');
  const alerting = startAlerting(
    {
      ...files,
      ask: reports.ask,
      client: home.client,
      config,
      dashboardUrl: config.PUBLIC_URL ?? `http://127.0.0.1:${config.QUERY_PORT}`,
      clock: Date.now,
      logger,
    },
    { seconds: config.ALERT_SECONDS },
  );
  logger.info({ rules: files.alerts().size }, 'judging alerts');
  return async () => {
    await alerting.close();
    await reports.close();
    files.close();
    await Promise.all([servers.close(), shards?.close()]);
  };
});
