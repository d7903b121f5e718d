import type { ClickHouseClient } from '@clickhouse/client';
import { startRetentionLoop } from '@tallyhouse/deletion';
import type { Log } from '@tallyhouse/log';
import {
  type Checks,
  createRegistry,
  createServer,
  type Listening,
  type Logger,
  listen,
  type Registry,
} from '@tallyhouse/service';
import { startSettleLoop } from '@tallyhouse/settle';
import { type ListedSites, noSites } from '@tallyhouse/sites';
import { createApp } from './app.ts';
import type { ConsumerConfig } from './config.ts';
import { createBatchHandler } from './consume.ts';
import { createDeadLetters } from './dead-letters.ts';
import { createFreshness } from './freshness.ts';
import { createInsert } from './insert.ts';
import { createLagMonitor } from './lag-monitor.ts';
import { createConsumerMetrics } from './metrics.ts';
import { createPartCount } from './parts.ts';
import { readinessOf } from './readiness.ts';
import { shareInserts } from './shared-insert.ts';

export { consumerSettings } from './config.ts';
export { createInsert, type InsertPings } from './insert.ts';
export { type StoreAgain, storeAgain } from './replay/store-again.ts';

/** The consumer group that fills ClickHouse. */
export const consumerGroup = 'tallyhouse-clickhouse';

export interface ConsumerDeps {
  log: Log;
  deadLetterLog: Log;
  clickhouse: ClickHouseClient;
  logger: Logger;
  clock: () => number;
  /** Where its metrics go; a new one by default. */
  registry?: Registry;
  /** What the sites file says now: how long data of a site is kept. Without it, for ever. */
  sites?: () => ListedSites;
  /** Called when reading has ended for good: the process should exit, so that its supervisor restarts it. */
  onFatal: (error: unknown) => void;
}

export interface Consumer {
  /** The checks of /readyz. */
  checks: Checks;
  registry: Registry;
  /** Finishes running batches. The log and the client stay open. */
  close(): Promise<void>;
}

/** Starts to move pings from the log into ClickHouse, to rebuild the days that they change, and to delete what sites keep no longer. */
export async function startConsumer(config: ConsumerConfig, deps: ConsumerDeps): Promise<Consumer> {
  const { log, clickhouse, logger, clock, registry = createRegistry() } = deps;
  const reader = log.reader(consumerGroup);
  const writer = log.writer();
  const letters = deps.deadLetterLog.writer();
  const monitor = createLagMonitor({ reader, logger, clock });
  const freshness = createFreshness(clock);
  const countParts = createPartCount(clickhouse);
  const metrics = createConsumerMetrics(registry, clock);
  metrics.watchLag(monitor);
  metrics.watchFreshness(freshness);
  metrics.watchReader(reader);
  metrics.watchParts(countParts);

  const handler = createBatchHandler({
    insertPings: shareInserts(freshness.watchInserts(metrics.measureInserts(createInsert(clickhouse)))),
    deadLetters: metrics.countDeadLetters(createDeadLetters(letters, clickhouse, logger, clock)),
  });
  await reader.consume(freshness.watchBatches(monitor.watch(handler)), deps.onFatal);
  const settling = startSettleLoop(clickhouse, logger, { clock });
  metrics.watchSettling(settling);
  const retention = startRetentionLoop(clickhouse, deps.sites ?? (() => noSites), logger, { clock });
  return {
    checks: readinessOf(config, { writer, reader, clickhouse, monitor, freshness, countParts, settling }),
    registry,
    async close() {
      monitor.close();
      await Promise.all([settling.close(), retention.close(), reader.close()]);
      await Promise.all([letters.close(), writer.close()]);
    },
  };
}

/** Serves the consumer's health and metrics to its operators: the port must not be public. */
export function listenForHealth(
  address: { port: number; host: string },
  { checks, registry }: Consumer,
  logger: Logger,
): Promise<Listening> {
  const app = createApp({ checks, registry, logger });
  const server = createServer(app, { unreadable: 'invalid_parameter', maxConnections: 100 });
  return listen(server, address.port, address.host);
}
