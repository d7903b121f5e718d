import { startMarkLoop } from '@tallyhouse/annotations/marks';
import { MigrationError } from '@tallyhouse/clickhouse';
import { type Server, type Servers, ShardError } from '@tallyhouse/cluster';
import { startRetentionLoop } from '@tallyhouse/deletion';
import { consumerGroup, type Log } from '@tallyhouse/log';
import { pingRetention } from '@tallyhouse/schema';
import { type Checks, createRegistry, type Logger, type Registry } from '@tallyhouse/service';
import { startCheckLoop, startSettleLoop } from '@tallyhouse/settle';
import { type ListedSites, noSites } from '@tallyhouse/sites';
import { cutByServer, insertByServer } from './by-server.ts';
import type { ConsumerConfig } from './config.ts';
import { createBatchHandler } from './consume.ts';
import { createDeadLetters } from './dead-letters.ts';
import { createFreshness } from './freshness.ts';
import { type InsertMessages, insertInto } from './insert.ts';
import { createLagMonitor } from './lag-monitor.ts';
import { createConsumerMetrics } from './metrics.ts';
import { createPartCount } from './parts.ts';
import { readinessOf } from './readiness.ts';
import { shareInserts } from './shared-insert.ts';

export { consumerSettings } from './config.ts';
export { createInsert, type InsertMessages } from './insert.ts';
export { type StoreAgain, storeAgain } from './replay/store-again.ts';

export interface ConsumerDeps {
  log: Log;
  deadLetterLog: Log;
  /** Where the pings are stored. */
  servers: Servers;
  logger: Logger;
  clock: () => number;
  /** Where its metrics go; a new one by default. */
  registry?: Registry;
  /** The current sites file: how long data of a site is kept. Without it, forever. */
  sites?: () => ListedSites;
  /** Called when reading has ended for good: the process should exit, so that its supervisor restarts it. */
  onFatal: (error: unknown) => void;
}

export interface Consumer {
  /** The checks of /readyz. */
  checks: Checks;
  registry: Registry;
  /** Finishes running batches. The log and the servers stay open. */
  close(): Promise<void>;
}

/** Moves pings and requests of pages from the log into ClickHouse, rebuilds the days that they change, and deletes expired data. */
export async function startConsumer(config: ConsumerConfig, deps: ConsumerDeps): Promise<Consumer> {
  const { log, servers, logger, clock, registry = createRegistry() } = deps;
  const reader = log.reader(consumerGroup);
  const writer = log.writer();
  const letters = deps.deadLetterLog.writer();
  const monitor = createLagMonitor({ reader, logger, clock });
  const freshness = createFreshness(clock);
  const metrics = createConsumerMetrics(registry, clock);
  metrics.watchLag(monitor);
  metrics.watchFreshness(freshness);
  metrics.watchReader(reader);
  const parts = servers.all.map(({ name, shard, client }) => ({
    name,
    shard,
    count: createPartCount(client),
  }));
  metrics.watchParts(parts);

  // A single partition has no others to wait for.
  const share = log.partitions === 1 ? (insert: InsertMessages) => insert : shareInserts;
  const insertOf = (server: Server) =>
    share(freshness.watchInserts(metrics.measureInserts(insertInto(server), server.shard)));
  const handler = createBatchHandler({
    insertMessages: insertByServer(servers, insertOf),
    deadLetters: metrics.countDeadLetters(createDeadLetters(letters, servers, logger, clock)),
    cut: (batch) => cutByServer(servers, batch),
  });
  for (const server of servers.all) void endWhenForeign(server, deps.onFatal);
  await reader.consume(freshness.watchBatches(monitor.watch(handler)), deps.onFatal);
  const loops = servers.all.map((server) => startLoops(server, config, deps));
  const marks = startMarks(servers, deps);
  const settling = {
    state: () => loops.flatMap(({ state }) => state()),
    clocks: () => loops.flatMap(({ clock }) => clock() ?? []),
    checks: () => loops.map(({ checked }) => checked()),
  };
  metrics.watchSettling(settling);
  metrics.watchClocks(settling);
  metrics.watchChecks(settling);
  return {
    checks: readinessOf(config, {
      writer,
      reader,
      servers: servers.all,
      hasPartition: (partition) => servers.has(partition),
      monitor,
      freshness,
      parts,
      settling,
    }),
    registry,
    async close() {
      monitor.close();
      await Promise.all([...loops.map((loop) => loop.close()), marks.close(), reader.close()]);
      await Promise.all([letters.close(), writer.close()]);
    },
  };
}

/** The work on a server besides inserts: an unreachable server delays no other. */
function startLoops(
  { patient, ready, shard }: Server,
  { VERIFY_DAYS: days = 0, RETENTION_DAYS: keptDays = 0 }: ConsumerConfig,
  deps: ConsumerDeps,
) {
  const { clock, sites = () => noSites } = deps;
  const logger = shard === undefined ? deps.logger : deps.logger.child({ shard });
  const settling = startSettleLoop(patient, logger, { clock, ready });
  const retention = startRetentionLoop(patient, sites, logger, { clock, ready, keptDays });
  const checking = startCheckLoop(patient, logger, { days, clock, ready });
  return {
    state: () => settling.state().map((state) => ({ ...state, shard })),
    clock() {
      const found = settling.clock();
      return found && { ...found, shard };
    },
    checked: () => ({ tables: checking.state(), checkedAt: checking.checkedAt(), shard }),
    close: async () => void (await Promise.all([settling.close(), checking.close(), retention.close()])),
  };
}

/** The first server has the annotations, which are about the pings of all servers. */
function startMarks({ all }: Servers, { logger, clock }: ConsumerDeps) {
  const [first, ...others] = all.map(({ patient }) => patient);
  if (first === undefined) throw new Error('there is no server to store in');
  const allReady = () => Promise.all(all.map((server) => server.ready()));
  const ready = async () => all[0]?.ready();
  return startMarkLoop([first, ...others], logger, { clock, ready, allReady, pingRetention });
}

/** An unexpected server is left to the operator. */
async function endWhenForeign(server: Server, onFatal: (error: unknown) => void): Promise<void> {
  try {
    await server.ready();
  } catch (error) {
    if (error instanceof ShardError || error instanceof MigrationError) onFatal(error);
  }
}
