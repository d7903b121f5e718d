import { join } from 'node:path';
import { shardWriterSettings } from '@tallyhouse/clickhouse';
import { readTask, runImport, usage } from '@tallyhouse/import';
import { consumerGroup, findLog } from '@tallyhouse/log';
import { shardReadSettings } from '@tallyhouse/query';
import {
  ArgumentError,
  createLogger,
  createRegistry,
  endOnSignals,
  readEnvironment,
} from '@tallyhouse/service';
import { openSiteFiles, siteFilePaths } from '@tallyhouse/sites';
import { logFolder, readConfig, readSecrets, type StandaloneConfig } from '@tallyhouse/standalone';
import { z } from 'zod';
import { askTotals } from './totals.ts';

/** The end is promised within 10 s. Standard input may stay silent for ever; nothing is lost: what was appended is durable. */
const endTimeoutMs = 9000;

const ending = endOnSignals(endTimeoutMs);

process.exit(await main());

async function main(): Promise<number> {
  try {
    const task = readTask(process.argv.slice(2));
    if (task.kind === 'help') {
      process.stdout.write(usage);
      return 0;
    }
    // It stores in the log alone, and reads the reports in the end.
    const { CLICKHOUSE_SHARDS: _, ...ofIngest } = process.env;
    const config = readConfig(ofIngest);
    const shards = readEnvironment(z.object({ ...shardWriterSettings, ...shardReadSettings }), process.env);
    const logger = createLogger('import', config.LOG_LEVEL);
    const log = findLog(config, 'log', logger);
    const siteFiles = await openSiteFiles(siteFilePaths(config), { logger, registry: createRegistry() });
    const reader = log.reader(consumerGroup);
    const backlog = async () =>
      (await reader.lag()).reduce((sum, { end, committed }) => sum + Number(end - committed), 0);
    try {
      const done = await runImport(task, {
        config,
        identitySecret: await identitySecret(config),
        siteFiles,
        writer: log.writer(),
        backlog,
        totals: (site, from, to) =>
          askTotals(
            { config: { ...config, ...shards }, logger, reader, signal: ending.signal },
            site,
            from,
            to,
          ),
        dataDir: config.DATA_DIR,
        logFolder: logFolder(config),
        output: process.stdout,
        logger,
        clock: Date.now,
        signal: ending.signal,
      });
      return done ? 0 : (ending.exitCode() ?? 1);
    } finally {
      siteFiles.close();
      await log.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof ArgumentError ? 2 : 1;
  }
}

/** The one of ingest: with another, visitors of logs would not be those that ingest counts. */
async function identitySecret({ IDENTITY_SECRET, DATA_DIR }: StandaloneConfig): Promise<string> {
  if (IDENTITY_SECRET !== undefined) return IDENTITY_SECRET;
  const file = join(DATA_DIR, 'secrets.json');
  const secrets = await readSecrets(file);
  if (secrets !== undefined) return secrets.identity_secret;
  throw new Error(
    `There is no ${file}. Set IDENTITY_SECRET to that of ingest, or DATA_DIR to the folder of tallyhouse start.`,
  );
}
