import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Installs packages with pip into `.cache/<name>` the first time.
 * @param name has a version, or a digest of the packages: another name is another folder
 * @param packages what pip takes: `name==version`, or `--requirement` and a file
 * @returns the folder. Run its `bin/python`, not the scripts beside it: these contain the path of the installation
 */
export async function installPython(name: string, packages: readonly string[]): Promise<string> {
  const folder = resolve('.cache', name);
  if (existsSync(folder)) return folder;
  // Under another name first, so that an interrupted installation does not count as complete.
  const unfinished = `${folder}.${process.pid}`;
  try {
    await run('python3', ['-m', 'venv', unfinished]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    await run(`${unfinished}/bin/python`, [...pip, ...packages]);
    await rename(unfinished, folder);
    return folder;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw new Error(`${name} could not be installed. It needs Python 3.11 with venv, and pip.`, {
      cause: error,
    });
  }
}
