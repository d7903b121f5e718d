import { type Dirent, statSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { open } from 'lmdb';

/** Imports keep their state below a data folder, in a folder for each site; 0.2 in one for each file that is followed, too (`blog~0123abcd`). */
export const stateFolder = 'import';
/** The name of such a folder, which cannot lead out of a backup. */
export const stateName = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}(?:~[0-9a-f]{8})?$/;
export const stateFile = 'state.mdb';

/**
 * Copies the state of imports into a folder, even while one runs: each copy is consistent. A log that is read later has everything that
 * counts as imported.
 * @returns the names of the folders
 */
export async function copyStates(dataDir: string, to: string): Promise<string[]> {
  const folder = join(dataDir, stateFolder);
  const found: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  // A folder without a state is of an import that was killed, and other programs may leave files. One that this user may not read throws.
  const stateOf = (name: string) => join(folder, name, stateFile);
  const hasState = (name: string) => statSync(stateOf(name), { throwIfNoEntry: false }) !== undefined;
  const names = found.flatMap((entry) => (entry.isFile() ? [] : entry.name));
  const sites = names.filter((name) => stateName.test(name) && hasState(name));
  for (const site of sites) {
    await mkdir(join(to, site), { recursive: true, mode: 0o700 });
    const root = open({ path: stateOf(site), readOnly: true });
    await root.backup(join(to, site, stateFile), true).finally(() => root.close());
  }
  return sites;
}
