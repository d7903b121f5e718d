import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '@tallyhouse/service';
import { copyIfThere, type OwnFile, ownFiles } from '../files.ts';
import { stateFile, stateFolder } from '../import-states.ts';
import type { InstallationConfig } from '../installation.ts';
import type { Chosen } from './choose.ts';

const isPasswords = ({ name }: OwnFile) => name === 'passwords.json';

/** Adds the passwords of the embedded server: it makes new ones at its start if they are missing. */
export const placePasswords = (chosen: Chosen, config: InstallationConfig, progress: Progress) =>
  placeFiles(chosen, ownFiles(config).filter(isPasswords), progress);

/** Adds other missing files from the backup, and the state of imports: a folder without one is of a copy that was ended early. */
export async function placeAll(chosen: Chosen, config: InstallationConfig, progress: Progress) {
  const others = ownFiles(config).filter((file) => !isPasswords(file));
  const states = chosen.backup.files.imports.map((site): OwnFile => {
    const name = join(stateFolder, site, stateFile);
    return { name, inBackup: join('files', name), path: join(config.DATA_DIR, name), secret: false };
  });
  await placeFiles(chosen, [...others, ...states], progress);
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
