import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '@tallyhouse/service';
import { copyIfThere, type OwnFile, ownFiles } from '../files.ts';
import { stateFolder } from '../import-states.ts';
import type { InstallationConfig } from '../installation.ts';
import type { Chosen } from './choose.ts';

const isPasswords = ({ name }: OwnFile) => name === 'passwords.json';

/** Adds the passwords of the embedded server: it makes new ones at its start if they are missing. */
export const placePasswords = (chosen: Chosen, config: InstallationConfig, progress: Progress) =>
  placeFiles(chosen, ownFiles(config).filter(isPasswords), progress);

/** Adds other missing files from the backup, and the state of imports. */
export async function placeAll(chosen: Chosen, config: InstallationConfig, progress: Progress) {
  const others = ownFiles(config).filter((file) => !isPasswords(file));
  await placeFiles(chosen, others, progress);
  await placeImports(chosen, config.DATA_DIR);
}

/** Adds the state of imports for sites without one. */
async function placeImports({ folder, backup }: Chosen, dataFolder: string): Promise<void> {
  const from = join(folder, backup.name, 'files', stateFolder);
  for (const site of backup.files.imports) {
    const place = join(dataFolder, stateFolder, site);
    if (!existsSync(place)) await cp(join(from, site), place, { recursive: true });
  }
}

/** Adds missing files from the backup, and prints the outcome of each. */
async function placeFiles({ folder, backup }: Chosen, files: readonly OwnFile[], progress: Progress) {
  for (const { name, inBackup, path } of files) {
    const saved = join(folder, backup.name, inBackup);
    if (!existsSync(saved)) continue;
    if (await isSame(saved, path)) continue;
    if (existsSync(path)) {
      progress.say(`${name}: ${path} stays as it is. The backup's is ${saved}.`);
    } else {
      await copyIfThere(saved, path);
      progress.say(`${name}: restored to ${path}.`);
    }
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((path) => readFile(path).catch(() => undefined)),
  );
  return first !== undefined && second !== undefined && first.equals(second);
}
