import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IngestConfig } from '@tallyhouse/ingest';
import { createCrawlHashes, openGeoDatabase } from '@tallyhouse/ingest/pipeline';
import { type LogWriter, watchDisk } from '@tallyhouse/log';
import {
  atEnd,
  type CommandDeps,
  closing,
  createProgress,
  createRegistry,
  messageOf,
  openMetricsPort,
} from '@tallyhouse/service';
import type { SiteFiles } from '@tallyhouse/sites';
import type { Task } from './arguments.ts';
import { type FollowDeps, followFile } from './follow/follow.ts';
import { createFollowMetrics } from './follow/metrics.ts';
import { createHosts } from './hosts.ts';
import { importSources } from './import.ts';
import { openSources } from './read/open-sources.ts';
import { openState } from './state.ts';
import { type Counts, compare, describe, noCounts, type Totals } from './summary.ts';

/** Messages waiting for the consumer beyond which an import pauses, so that live pings do not wait long behind it. */
const mostWaiting = 200_000;
/** Appends between two looks at it. */
const appendsBetweenLooks = 10;
const lookAgainMs = 500;

export interface RunDeps extends Omit<CommandDeps, 'progress'> {
  /** The settings of ingest for which pings are stored, and how. */
  config: Omit<IngestConfig, 'HOST' | 'IDENTITY_SECRET'>;
  identitySecret: string;
  siteFiles: Pick<SiteFiles, 'sites'>;
  writer: LogWriter;
  /** Messages of the log that are not stored yet. */
  backlog(): Promise<number>;
  /** The reports' numbers for a site, once the log is stored. Times are milliseconds since 1970. @throws an Error */
  totals(site: string, from: number, to: number): Promise<Totals>;
  /** For what imports remember. */
  dataDir: string;
  /** A folder on the disk of the log; undefined with Kafka. */
  logFolder: string | undefined;
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
}

/** Imports files, and prints progress and an account. @returns whether it came to the end @throws an Error that the user can fix */
export async function runImport(task: Task, deps: RunDeps): Promise<boolean> {
  const scratch = await mkdtemp(join(tmpdir(), 'tallyhouse-import-'));
  await using _scratch = atEnd(() => rm(scratch, { recursive: true, force: true }));
  const { config, output, siteFiles } = deps;
  const { format, site, dryRun } = task;
  const listed = siteFiles.sites();
  refuseUnknownSite(site, config.SITES, listed.sites.has(site) || listed.accept === 'any');

  const [followed] = task.follow ? task.files : [];
  await using state = closing(openState<Counts>(dryRun ? scratch : deps.dataDir, site, followed));
  await using geo = closing(await openGeoDatabase(config.GEOIP_DB, deps.logger));
  const named = createHosts(task.host, listed.sites.get(site)?.hosts ?? []);
  using progress = createProgress(output, deps.clock);
  const settings = {
    sites: config.SITES,
    excludedIps: config.EXCLUDED_IPS,
    ipStorage: config.IP_STORAGE,
    coordinates: config.COORDINATES,
    dropsGpc: false,
    dropsDatacentres: config.DATACENTRES,
    referrerQuery: config.REFERRER_QUERY,
    visitorIdDays: config.VISITOR_ID_DAYS,
  };
  const rules = {
    ...settings,
    sitesNow: siteFiles.sites,
    readGeo: geo.read,
    hashes: createCrawlHashes(deps.identitySecret),
    identitySecret: deps.identitySecret,
    state,
    progress,
    clock: deps.clock,
    signal: deps.signal,
  };
  if (task.follow) return await follow(task, named, deps, rules);

  await using opened = closing(await openSources(format, task.files, { hosts: named }, scratch));
  const { sources, unit, unused } = opened;
  progress.step('Reading');
  await using guard = closing(await createGuard(deps, progress.show));
  const startedAt = deps.clock();
  const given = [settings, config.GEOIP_DB, task.host, listed.sites.get(site)];
  const { counts, done } = await importSources(
    { site, format: format.name, sources, unit, pageviews: task.pageviews, settings: given },
    { ...rules, writer: dryRun ? undefined : deps.writer, beforeAppend: guard.beforeAppend },
  );
  progress.end();
  const seconds = (deps.clock() - startedAt) / 1000;
  output.write(
    `${headline(task, done, counts.read / Math.max(seconds, 0.001), unit)}\n${describe(counts, unit)}${unused()}`,
  );
  if (done && !dryRun) output.write(await besideReports(site, counts, deps));
  return done;
}

/** Follows a file until the signal, and prints an account in the end. */
async function follow(
  { site, format, files: [path = ''], pageviews, metricsPort }: Task,
  hosts: ReturnType<typeof createHosts>,
  deps: RunDeps,
  rules: Omit<FollowDeps, 'writer' | 'beforeAppend' | 'counts' | 'metrics'>,
): Promise<boolean> {
  if (format.kind !== 'lines') throw new Error(`${format.name} is no log.`);
  const { logger, clock, output, writer } = deps;
  const counts = noCounts();
  const metrics = createRegistry();
  const checks = { log: () => writer.check() };
  const address = { METRICS_PORT: metricsPort, HOST: '127.0.0.1' };
  const port = await openMetricsPort(address, { metrics, checks, logger });
  await using _port = atEnd(() => port?.close());
  const { progress } = rules;
  progress.step(`Following ${path}`);
  await using guard = closing(await createGuard(deps, progress.show));
  const followed = { ...rules, writer, counts, beforeAppend: guard.beforeAppend };
  await followFile(
    { site, format, path, pageviews, hosts },
    { ...followed, metrics: createFollowMetrics(metrics, clock) },
  );
  progress.end();
  output.write(`Ended. Run the same command again: it goes on here.\n${describe(counts, 'lines')}`);
  return true;
}

function refuseUnknownSite(site: string, listed: readonly string[], isInFile: boolean): void {
  if (listed.length > 0 && !listed.includes(site)) {
    throw new Error(`The site ${site} is not in SITES (${listed.join(', ')}). Nothing was imported.`);
  }
  if (!isInFile) {
    throw new Error(
      `The sites file does not list the site ${site}, and accepts listed sites only. Nothing was imported.`,
    );
  }
}

function headline({ format, site, dryRun }: Task, done: boolean, rate: number, unit: string) {
  if (!done) return `Ended early. Run the same command again: it goes on here, and stores nothing twice.`;
  const verb = dryRun ? 'Would import' : 'Imported';
  return `${verb} ${format.name} into the site ${site}, ${Math.round(rate).toLocaleString('en')} ${unit} a second:`;
}

/** The totals of this import and of the reports, which may hold more. */
async function besideReports(site: string, counts: Counts, { totals, output }: RunDeps): Promise<string> {
  const { first, last } = counts;
  if (first === undefined || last === undefined) return '';
  const [from, to] = [first, last].map((at) => new Date(at).toISOString());
  output.write('Waiting until all of it is stored.\n');
  try {
    const reported = await totals(site, first, last + 1);
    return `From ${from} to ${to}. The reports count everything of the site in that time, also what was not in these files:\n${compare(counts, reported)}`;
  } catch (error) {
    return `All of it is in the log. The reports could not be asked for their totals: ${messageOf(error)}\n`;
  }
}

/** Pauses while the consumer is far behind, and ends the import before the disk is full. */
async function createGuard(deps: RunDeps, say: (text: string) => void) {
  const { config, logFolder, logger, signal } = deps;
  const floorBytes = config.DISK_FLOOR_MB * 1024 * 1024;
  const disk = await watchDisk({ folder: logFolder, floorBytes, logger });
  let appends = 0;
  return {
    async beforeAppend(): Promise<void> {
      await disk.check().catch((error: unknown) => {
        throw new Error(
          `The disk is nearly full: ${messageOf(error)}. The import stopped. Make room, and run the same command again: it goes on where it stopped.`,
        );
      });
      if (appends++ % appendsBetweenLooks !== 0) return;
      for (;;) {
        const waiting = await deps.backlog().catch(() => 0);
        if (waiting < mostWaiting || signal.aborted) return;
        say(`waiting for the consumer, which has yet to store ${waiting.toLocaleString('en')} messages`);
        await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
      }
    },
    close: () => disk.close(),
  };
}
