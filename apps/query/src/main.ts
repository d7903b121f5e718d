import { fileURLToPath } from 'node:url';
import type { ClickHouseClient } from '@clickhouse/client';
import { refuseShard, ShardError } from '@tallyhouse/cluster';
import { openMetricsPort, runService } from '@tallyhouse/service';
import { readConfig } from './config.ts';
import { checkShards } from './database/shards/away.ts';
import { openShards } from './database/shards/shards.ts';
import { openReader, openWriter } from './http/addresses.ts';
import { clientOptions, startQuery } from './start.ts';

/** The build puts the dashboard next to this program. */
const dashboardFolder = fileURLToPath(new URL('dashboard', import.meta.url));

const usage = `Usage: tallyhouse query

Runs the query app: the dashboard, and the reports and exports of the API.

  --help  This text.

Example: CLICKHOUSE_URL=http://127.0.0.1:8123 API_KEY=... tallyhouse query

Settings are environment variables: docs/configuration.md lists them.

It exits with 0 after Ctrl-C or SIGTERM, 1 after an error, 2 for invalid arguments.
`;

await runService({ name: 'query', usage, options: {}, readConfig }, async ({ config, logger }) => {
  const shards = openShards(config, logger, clientOptions(config));
  const clickhouse = openReader(config, logger, clientOptions(config));
  const writer = openWriter(config, logger, clientOptions(config));
  // The app waits where something is wrong, and `/readyz` reports the same: servers may still start or be configured.
  if (shards) await checkShards(clickhouse, shards).catch((error: Error) => logger.error(error.message));
  else await endOnShard(clickhouse);
  const { url, close, drain, ...watched } = await startQuery(config, {
    clickhouse,
    writer,
    shards,
    logger,
    dashboardFolder,
  });
  const metricsPort = await openMetricsPort(config, { ...watched, logger });
  logger.info({ url, metricsUrl: metricsPort?.url }, 'answering');
  return async () => {
    await drain(config.DRAIN_SECONDS);
    await close();
    await metricsPort?.close();
    await Promise.all([clickhouse.close(), writer.close()]);
    await shards?.close();
  };
});

/** Reports would silently lack the other shards. An unreachable server is tried again by `/readyz`. */
async function endOnShard(clickhouse: ClickHouseClient): Promise<void> {
  await refuseShard(clickhouse).catch((error: unknown) => {
    if (error instanceof ShardError) throw error;
  });
}
