import { randomBytes } from 'node:crypto';
import type { Log } from '@tallyhouse/log';
import { createKeyCheck, createRegistry, type Logger, listen, type Registry } from '@tallyhouse/service';
import { createApp } from './app.ts';
import { createAppendBuffer } from './append-buffer.ts';
import { createBodyMemory } from './body-memory.ts';
import type { IngestConfig } from './config.ts';
import { openGeoDatabase } from './geo-database.ts';
import { createIntake } from './intake.ts';
import { createIngestMetrics } from './metrics.ts';
import { clientAddress } from './pipeline/client-ip.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { createPixel } from './pixel.ts';
import { createRateLimit } from './rate-limit.ts';
import { createReceive } from './receive.ts';
import { route } from './route.ts';
import { createSenderReader } from './sender.ts';
import { createServer } from './server.ts';
import { isWorker, joinWorkers } from './workers/worker.ts';

export { type IngestConfig, ingestSettings } from './config.ts';
export { startWorkers } from './workers/primary.ts';
export { isWorker } from './workers/worker.ts';

export interface IngestDeps {
  /** Stays the caller's: ingest closes its own writer only. */
  log: Pick<Log, 'writer'>;
  logger: Logger;
  /** The browser script's source. */
  trackerScript: string;
  /** Milliseconds since 1970. */
  clock?: () => number;
  random?: (size: number) => Uint8Array;
  /** Where its metrics go; a new one by default. `/metrics` serves all of it. */
  registry?: Registry;
}

export interface Ingest {
  /** `http://host:port`, with the port that was really taken. */
  url: string;
  /** Whether a GeoIP database is set up. */
  geoip: boolean;
  /** Stops accepting, answers what is under way and flushes it to the log. */
  close(): Promise<void>;
}

/**
 * Puts the service together and listens; in a worker (workers/), on the port that all of them share.
 * @throws ConfigError, or an Error that names a port that is taken
 */
export async function startIngest(config: IngestConfig, deps: IngestDeps): Promise<Ingest> {
  const { log, logger, trackerScript, clock = Date.now, random = randomBytes } = deps;
  const { registry = createRegistry() } = deps;
  const metrics = createIngestMetrics(registry);
  const geo = await openGeoDatabase(config.GEOIP_DB, logger);
  const writer = log.writer();
  const buffer = createAppendBuffer(metrics.measureAppends(writer), {
    maxBytes: megabytes(config.BUFFER_MEMORY_MB),
  });
  metrics.watchBuffer(buffer, megabytes(config.BUFFER_MEMORY_MB));
  const bodies = createBodyMemory(megabytes(config.BODY_MEMORY_MB));
  metrics.watchBodies(bodies, megabytes(config.BODY_MEMORY_MB));
  const intake = metrics.countPings(
    createIntake({
      pipeline: createPipeline({
        sites: config.SITES,
        excludedIps: config.EXCLUDED_IPS,
        ipStorage: config.IP_STORAGE,
        identitySecret: config.IDENTITY_SECRET,
        readGeo: geo.read,
        random,
      }),
      buffer,
      perAddress: createRateLimit(config.RATE_LIMIT, config.RATE_LIMIT_BURST),
      perSite: createRateLimit(config.SITE_RATE_LIMIT, config.RATE_LIMIT_BURST),
    }),
  );
  const readSender = createSenderReader({
    clock,
    clientAddress: clientAddress(config.TRUST_PROXY),
    checkKey: createKeyCheck([config.API_KEY, config.ADMIN_PASSWORD]),
  });
  const server = createServer(
    new Map([
      [
        config.PING_PATH,
        route('POST', createReceive(readSender, intake, bodies), logger, metrics.routeMeter('ping')),
      ],
      [
        `${config.PING_PATH}.gif`,
        route('GET', createPixel(readSender, intake), logger, metrics.routeMeter('pixel')),
      ],
    ]),
    createApp({
      logger,
      registry: isWorker() ? joinWorkers(registry) : registry,
      meter: metrics.countOthers,
      checks: { log: () => writer.check() },
      trackerPath: config.TRACKER_PATH,
      pingPath: config.PING_PATH,
      trackerScript,
    }),
    { maxConnections: config.MAX_CONNECTIONS, metrics: { registry, app: 'ingest' } },
  );

  const listening = await listen(server, config.INGEST_PORT, config.HOST);
  return {
    url: listening.url,
    geoip: geo.isSetUp,
    async close() {
      await listening.close();
      await buffer.close();
      await writer.close();
      geo.close();
    },
  };
}

/** Bytes of so many MiB. */
function megabytes(count: number): number {
  return count * 1024 * 1024;
}
