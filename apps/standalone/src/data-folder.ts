import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@tallyhouse/service';

/** What the service keeps there, or left there when it died. */
const ours = /^(clickhouse|log|dead-letters|secrets\.json(\..*)?)$/;

/**
 * Makes the folder for everything that is kept, and closes it to other users: addresses of visitors are in it. What it holds
 * need not be looked at then, whatever its modes are. In a folder that holds other things too, such as /srv, only what is ours
 * is closed. What cannot be closed (on a volume of somebody else's) is said, and the service starts all the same.
 */
export async function openDataFolder(path: string, logger: Logger): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const held = await readdir(path);
  const shared = held.some((name) => !ours.test(name));
  const names = shared ? held.filter((name) => ours.test(name)).map((name) => join(path, name)) : [path];
  for (const name of names) await close(name, logger);

  const [{ uid }, self] = [await stat(path), process.getuid?.()];
  if (self !== undefined && uid !== self) {
    const about = { folder: path, owner: uid, user: self };
    logger.warn(about, 'the data folder belongs to another user, who can read what is kept');
  }
}

async function close(path: string, logger: Logger): Promise<void> {
  const found = await stat(path);
  if ((found.mode & 0o077) === 0) return;
  const mode = (found.mode & 0o777).toString(8).padStart(3, '0');
  try {
    await chmod(path, found.mode & 0o700);
    logger.warn({ path, mode }, 'it was open to other users; now it is closed to them');
  } catch (err) {
    logger.warn({ err, path, mode }, 'it stays open to other users');
  }
}
