import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Log, watchDisk } from '@tallyhouse/log';
import {
  clientAddress,
  createDrain,
  createKeyGuard,
  createRegistry,
  createTokenBuckets,
  type Drain,
  type Logger,
  limitRequests,
  listen,
  type Registry,
  requireOperator,
  type Watched,
} from '@tallyhouse/service';
import { findCaller, namedFiles, openSiteFiles, type SiteFiles } from '@tallyhouse/sites';
import { createOpenCharge } from './allowance.ts';
import { createApp } from './app.ts';
import { createAppendBuffer } from './append-buffer.ts';
import { createBodyMemory } from './body-memory.ts';
import { createBodyWork } from './body-work.ts';
import type { IngestConfig } from './config.ts';
import { createCrawlReceive } from './crawl/receive.ts';
import { createHoldBack } from './hold-back.ts';
import { createIntake } from './intake.ts';
import { createIngestMetrics } from './metrics.ts';
import {
  createCrawlHashes,
  createPingIds,
  createPipeline,
  identify,
  openGeoDatabase,
  openVisitFile,
} from './pipeline/index.ts';
import { createPixel } from './pixel.ts';
import { createReceive } from './receive.ts';
import { route } from './route.ts';
import { createSenderReader } from './sender.ts';
import { createServer } from './server.ts';
import { createSitePings } from './site-pings.ts';
import { openSitesSeen } from './sites-seen.ts';
import type { TrackerScripts } from './tracker-script.ts';

export { type IngestConfig, ingestSettings, refuseOnePath } from './config.ts';
export type { TrackerScripts } from './tracker-script.ts';

export interface IngestDeps extends TrackerScripts {
  /** Owned by the caller: ingest closes only its own writer. */
  log: Pick<Log, 'writer'>;
  logger: Logger;
  /** A folder on the disk of the log; undefined when the log is not on this machine. */
  logFolder?: string | undefined;
  /** A folder, used only by this process, that keeps open visits over a restart. Unset: they are in memory. */
  visitFolder?: string | undefined;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Monotonic milliseconds, for limits: if the clock is set back, they would last until it has caught up. */
  ticks?: () => number;
  random?: (size: number) => Uint8Array;
  pause?: (ms: number) => Promise<unknown>;
  /** This installation's files. Opened from SITES_FILE and KEYS_FILE if unset. */
  siteFiles?: SiteFiles | undefined;
  /** Sites that have pings already. */
  knownSites?: readonly string[];
  /** The registry of its metrics; a new one by default. `/metrics` serves all of it. */
  registry?: Registry;
}

export interface Ingest extends Watched, Pick<Drain, 'drain'> {
  /** `http://host:port`, with the actual port. */
  url: string;
  geoip: boolean;
  /** Stops accepting requests, finishes running ones and flushes them to the log. */
  close(): Promise<void>;
}

/**
 * Assembles the service and listens. With METRICS_PORT the caller serves metrics and checks there.
 * @throws ConfigError, or an Error that names the port when it is taken
 */
export async function startIngest(config: IngestConfig, deps: IngestDeps): Promise<Ingest> {
  const { log, logger, trackerScript, trackerEventsScript, trackerVitalsScript } = deps;
  const { clock = Date.now, random = randomBytes } = deps;
  const { registry = createRegistry(), ticks = () => performance.now() } = deps;
  const metrics = createIngestMetrics(registry);
  const files = deps.siteFiles ?? (await openSiteFiles(namedFiles(config), { logger, registry }));
  const geo = await openGeoDatabase(config.GEOIP_DB, logger);
  const writer = log.writer();
  const buffer = createAppendBuffer(metrics.measureAppends(writer), {
    maxBytes: megabytes(config.BUFFER_MEMORY_MB),
  });
  metrics.watchBuffer(buffer, megabytes(config.BUFFER_MEMORY_MB));
  const bodies = createBodyMemory(megabytes(config.BODY_MEMORY_MB));
  metrics.watchBodies(bodies, megabytes(config.BODY_MEMORY_MB));
  const work = createBodyWork();
  metrics.watchWork(work);
  const diskFloor = await watchDisk({
    folder: deps.logFolder,
    floorBytes: megabytes(config.DISK_FLOOR_MB),
    logger,
  });
  metrics.watchDisk(diskFloor, megabytes(config.DISK_FLOOR_MB));
  const sitesSeen = await openSitesSeen({
    file: config.SITES_SEEN_FILE,
    ...(deps.knownSites && { known: deps.knownSites }),
    most: config.SITES_SEEN_MAX,
    listed: config.SITES,
    sitesNow: files.sites,
    logger,
  });
  const visits = deps.visitFolder === undefined ? undefined : await openVisitFile(deps.visitFolder, logger);
  const hashes = createCrawlHashes(config.IDENTITY_SECRET);
  const limits = { burst: config.RATE_LIMIT_BURST, ticks };
  const intake = metrics.countPings(
    createIntake({
      pipeline: createPipeline({
        sites: config.SITES,
        sitesNow: files.sites,
        sitesSeen,
        excludedIps: config.EXCLUDED_IPS,
        ipStorage: config.IP_STORAGE,
        coordinates: config.COORDINATES,
        dropsGpc: config.SEC_GPC,
        dropsDatacentres: config.DATACENTRES,
        referrerQuery: config.REFERRER_QUERY,
        readGeo: geo.read,
        identify: identify(config.IDENTITY_SECRET, random, visits?.memory, config.VISITOR_ID_DAYS),
        pingId: createPingIds(random),
        hashes,
      }),
      buffer,
      perSite: createTokenBuckets({ ...limits, perSecond: config.SITE_RATE_LIMIT }),
      countSite: createSitePings(registry, sitesSeen),
    }),
  );
  const addressOf = clientAddress(config.TRUST_PROXY);
  const guard = createKeyGuard({
    keys: [config.API_KEY, config.ADMIN_PASSWORD],
    find: findCaller(files, clock),
    keyOptional: true,
    ticks,
    logger,
    metrics: { registry, app: 'ingest' },
  });
  const receiving = {
    readSender: createSenderReader({
      clock,
      clientAddress: addressOf,
      guard,
      countRequest: limitRequests(ticks),
      sitesNow: files.sites,
    }),
    diskFloor,
    openCharge: createOpenCharge(createTokenBuckets({ ...limits, perSecond: config.RATE_LIMIT })),
    intake,
    memory: bodies,
    work,
    countUnread: metrics.countUnread,
  };
  const receiveCrawls = createCrawlReceive({
    ...receiving,
    buffer,
    hashes,
    sites: config.SITES,
    sitesNow: files.sites,
    ipStorage: config.IP_STORAGE,
    referrerQuery: config.REFERRER_QUERY,
    count: metrics.countCrawls,
  });
  // A tenth of the connections, so that delayed senders block no one else.
  const holdBack = createHoldBack(config.MAX_CONNECTIONS / 10, deps.pause ?? sleep);
  const { checks, drain } = createDrain({
    log: () => writer.check(),
    ...(diskFloor.freeBytes() === undefined ? {} : { disk: () => diskFloor.check() }),
  });
  const server = createServer(
    new Map([
      [
        config.PING_PATH,
        route('POST', createReceive(receiving), { logger, holdBack, meter: metrics.routeMeter('ping') }),
      ],
      [
        `${config.PING_PATH}.gif`,
        route('GET', createPixel(receiving), { logger, holdBack, meter: metrics.routeMeter('pixel') }),
      ],
      ['/api/crawl', route('POST', receiveCrawls, { logger, holdBack, meter: metrics.routeMeter('crawl') })],
    ]),
    createApp({
      logger,
      registry: config.METRICS_PORT === undefined ? registry : undefined,
      requireOperator: requireOperator(guard, addressOf),
      meter: metrics.countOthers,
      checks,
      trackerPath: config.TRACKER_PATH,
      pingPath: config.PING_PATH,
      trackerScript,
      trackerEventsScript,
      trackerVitalsScript,
      sitesNow: files.sites,
      stores: { cookieless: config.COOKIELESS, gpc: config.SEC_GPC },
    }),
    { maxConnections: config.MAX_CONNECTIONS, metrics: { registry, app: 'ingest' } },
  );

  const listening = await listen(server, config.INGEST_PORT, config.HOST);
  return {
    url: listening.url,
    geoip: geo.isSetUp,
    metrics: registry,
    checks,
    drain,
    async close() {
      diskFloor.close();
      if (!deps.siteFiles) files.close();
      await listening.close();
      await visits?.close();
      await buffer.close();
      await writer.close();
      await sitesSeen.close();
      geo.close();
    },
  };
}

const megabytes = (count: number): number => count * 1024 * 1024;
