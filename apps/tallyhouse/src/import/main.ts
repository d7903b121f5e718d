import { join } from 'node:path';
import { shardWriterSettings } from '@tallyhouse/clickhouse';
import { readTask, runImport, usage } from '@tallyhouse/import';
import { consumerGroup, findLog } from '@tallyhouse/log';
import { shardReadSettings } from '@tallyhouse/query';
import { closing, createLogger, createRegistry, readEnvironment, runCommand } from '@tallyhouse/service';
import { openSiteFiles, siteFilePaths } from '@tallyhouse/sites';
import { logFolder, readConfig, readSecrets, type StandaloneConfig } from '@tallyhouse/standalone';
import { z } from 'zod';
import { askTotals } from './totals.ts';

/** The end is promised within 10 s. Standard input may stay silent forever; nothing is lost, because appended messages are durable. */
const endMs = 9000;

await runCommand(
  usage,
  async (args, signal) => {
    const task = readTask(args);
    // It writes only to the log, and reads the reports at the end.
    const { CLICKHOUSE_SHARDS: _, ...ofIngest } = process.env;
    const config = readConfig(ofIngest);
    const shards = readEnvironment(z.object({ ...shardWriterSettings, ...shardReadSettings }), process.env);
    const logger = createLogger('import', config.LOG_LEVEL);
    await using log = closing(findLog(config, 'log', logger));
    const files = { ...siteFilePaths(config), alerts: undefined };
    await using siteFiles = closing(await openSiteFiles(files, { logger, registry: createRegistry() }));
    const reader = log.reader(consumerGroup);
    const backlog = async () =>
      (await reader.lag()).reduce((sum, { end, committed }) => sum + Number(end - committed), 0);
    const reports = { config: { ...config, ...shards }, logger, reader, signal };
    const done = await runImport(task, {
      config,
      identitySecret: await identitySecret(config),
      siteFiles,
      writer: log.writer(),
      backlog,
      totals: (site, from, to) => askTotals(reports, site, from, to),
      dataDir: config.DATA_DIR,
      logFolder: logFolder(config),
      output: process.stdout,
      logger,
      clock: Date.now,
      signal,
    });
    return done ? 0 : 1;
  },
  endMs,
);

/** The secret of ingest: with another, visitors of logs would not match those that ingest counts. */
async function identitySecret({ IDENTITY_SECRET, DATA_DIR }: StandaloneConfig): Promise<string> {
  if (IDENTITY_SECRET !== undefined) return IDENTITY_SECRET;
  const file = join(DATA_DIR, 'secrets.json');
  const secrets = await readSecrets(file);
  if (secrets !== undefined) return secrets.identity_secret;
  throw new Error(
    `There is no ${file}. Set IDENTITY_SECRET to that of ingest, or DATA_DIR to the folder of tallyhouse start.`,
  );
}
