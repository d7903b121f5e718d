/** The files of an installation next to its data: the sites file, and the secrets. Rules of alerts are among these: they sign. */
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncPath } from '@tallyhouse/service';
import { isEmbedded } from './find-clickhouse.ts';
import type { InstallationConfig } from './installation.ts';

/** A file, and its place in a backup. */
export interface OwnFile {
  /** For messages. */
  name: string;
  /** Below the backup's folder. */
  inBackup: string;
  path: string;
  secret: boolean;
}

/** The files that may exist. Secrets from the environment have none. */
export function ownFiles(config: InstallationConfig): OwnFile[] {
  const { SITES_FILE, KEYS_FILE, ALERTS_FILE, DATA_DIR } = config;
  const file = (name: string, path: string, secret = true): OwnFile => {
    return { name, inBackup: join(secret ? 'secrets' : 'files', name), path, secret };
  };
  return [
    file('sites.yaml', SITES_FILE ?? join(DATA_DIR, 'sites.yaml'), false),
    file('keys.yaml', KEYS_FILE ?? join(DATA_DIR, 'keys.yaml')),
    file('alerts.yaml', ALERTS_FILE ?? join(DATA_DIR, 'alerts.yaml')),
    file('secrets.json', join(DATA_DIR, 'secrets.json')),
    ...(isEmbedded(config)
      ? ['passwords.json', 'bi-users.json'].map((name) => file(name, join(DATA_DIR, 'clickhouse', name)))
      : []),
  ];
}

/** Copies a file, readable only by its owner, as a whole or not at all; false when there is none. */
export async function copyIfThere(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const aside = `${to}.new`;
  // A file in a folder that is closed to this user is not missing.
  const isThere = await copyFile(from, aside).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  if (!isThere) return false;
  await syncPath(aside);
  await rename(aside, to);
  return true;
}
