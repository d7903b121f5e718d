import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger, makeFolder } from '@tallyhouse/service';

/** Names of the service's own files and folders, including leftovers of a crash. */
const ours =
  /^(clickhouse|log|dead-letters|import|visits|sites-seen\.txt|(secrets\.json|(sites|keys|alerts)\.yaml)(\..*)?)$/;

/**
 * Creates the data folder and closes it to other users, because it contains visitors' addresses. The modes of its content
 * then do not matter. In a folder that contains other files too, such as /srv, only the service's own are closed. A
 * failure to close (on another user's volume) is logged, and the service starts nevertheless.
 * @throws an Error with what to do when it cannot be created
 */
export async function openDataFolder(path: string, logger: Logger): Promise<void> {
  await makeFolder(path).catch((error: NodeJS.ErrnoException) => {
    // Under a read-only folder the code may be ENOENT, which says nothing.
    throw new Error(
      `The data folder ${path} cannot be created (${error.code}): make it a folder that this user may write to, or set DATA_DIR ` +
        'to another one.',
      { cause: error },
    );
  });
  const held = await readdir(path);
  const shared = held.some((name) => !ours.test(name));
  const names = shared ? held.filter((name) => ours.test(name)).map((name) => join(path, name)) : [path];
  for (const name of names) await close(name, logger);

  const [{ uid }, self] = [await stat(path), process.getuid?.()];
  if (self !== undefined && uid !== self) {
    const about = { folder: path, owner: uid, user: self };
    logger.warn(about, 'the data folder belongs to another user, who can read the data');
  }
}

async function close(path: string, logger: Logger): Promise<void> {
  const found = await stat(path);
  if ((found.mode & 0o077) === 0) return;
  const mode = (found.mode & 0o777).toString(8).padStart(3, '0');
  try {
    await chmod(path, found.mode & 0o700);
    logger.warn({ path, mode }, 'closed a path that was open to other users');
  } catch (err) {
    logger.warn({ err, path, mode }, 'could not close a path to other users');
  }
}
