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
export function installPython(name: string, packages: readonly string[]): Promise<string> {
  return environment(name, ['--without-pip'], async (folder) => {
    const pip = await environment('pip', [], async () => {});
    const into = ['--python', `${folder}/bin/python`, 'install', '--quiet', '--disable-pip-version-check'];
    // Python compiles what it imports; pip would compile all, which takes as long as the rest.
    await run(`${pip}/bin/python`, ['-m', 'pip', ...into, '--no-compile', ...packages]);
  });
}

/** A virtual environment in `.cache/<name>`, with what `fill` puts there the first time. One that has pip takes seconds to make. */
async function environment(
  name: string,
  options: readonly string[],
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = resolve('.cache', name);
  if (existsSync(folder)) return folder;
  // Under another name first, so that an interrupted installation does not count as complete.
  const unfinished = `${folder}.${process.pid}`;
  try {
    await run('python3', ['-m', 'venv', ...options, unfinished]);
    await fill(unfinished);
    await rename(unfinished, folder).catch((error: unknown) => {
      // Another test file was quicker.
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } catch (error) {
    throw new Error(`${name} could not be installed. It needs Python 3.11 with venv, and pip.`, {
      cause: error,
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
