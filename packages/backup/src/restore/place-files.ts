import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
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
    if (existsSync(path)) {
      if ((await digestOf(saved)) === (await digestOf(path))) continue;
      progress.say(`${name}: ${path} stays as it is. The backup's is ${saved}.`);
    } else {
      await copyIfThere(saved, path);
      progress.say(`${name}: restored to ${path}.`);
    }
  }
}

/** In pieces: what an import remembers may be large. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
