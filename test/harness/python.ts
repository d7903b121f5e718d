import { cached } from './cache-folder.ts';
import { run } from './ran.ts';

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
const environment = (name: string, options: readonly string[], fill: (folder: string) => Promise<void>) =>
  cached(name, async (folder) => {
    await run('python3', ['-m', 'venv', ...options, folder]);
    await fill(folder);
  }).catch((cause: unknown) => {
    throw new Error(`${name} could not be installed. It needs Python 3.11 with venv, and pip.`, { cause });
  });
