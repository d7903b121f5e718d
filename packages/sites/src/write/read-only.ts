import { constants, existsSync } from 'node:fs';
import { access, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

/** The path of a file with symbolic links resolved: replacing a file must not replace the link to it. */
export const behindLinks = (path: string): Promise<string> =>
  // A link may be there before its file.
  realpath(path).catch(async () => resolve(dirname(path), await readlink(path).catch(() => basename(path))));

/** Why a file cannot be replaced; undefined if it can. A missing file can be created in its folder. */
export async function whyReadOnly(path: string): Promise<string | undefined> {
  const target = await behindLinks(path);
  const folder = dirname(target);
  if (!existsSync(folder)) return `the folder ${folder} does not exist`;
  if (!(await mayWrite(folder))) return `the folder ${folder} is read-only`;
  if (!existsSync(target)) return undefined;
  if (!(await mayWrite(target))) return 'it is read-only';
  return (await isMount(target)) ? 'it is mounted by itself: mount its folder' : undefined;
}

/** root may write everything, but respects the mode here: a read-only file is meant to stay. */
async function mayWrite(path: string): Promise<boolean> {
  const isMeant = ((await stat(path)).mode & 0o222) !== 0;
  return access(path, constants.W_OK)
    .then(() => isMeant)
    .catch(() => false);
}

/** A file that is a mount of its own, as Docker mounts single files, cannot be renamed over. Known on Linux only. */
async function isMount(path: string): Promise<boolean> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  return mounts.split('\n').some((line) => line.split(' ')[4] === path.replaceAll(' ', '\\040'));
}
