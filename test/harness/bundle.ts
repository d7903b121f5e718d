import { readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles a program of the tests: in TypeScript it would need a loader that takes longer than the test.
 * @param path of its source
 * @returns path of the bundle
 */
export async function bundle(path: string): Promise<string> {
  // Under the repository, so that it finds node_modules.
  const outfile = resolve('.cache', 'test-programs', `${basename(path, '.ts')}.${process.pid}.mjs`);
  await build({
    entryPoints: [path],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    loader: { '.sql': 'text', '.html': 'text', '.txt': 'text' },
    external: npmPackages(),
    logLevel: 'warning',
  });
  return outfile;
}

/** They stay outside, as in build.js. */
function npmPackages(): string[] {
  const folders = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}`),
  );
  return folders.flatMap((folder) => {
    const { dependencies = {} } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    return Object.keys(dependencies).filter((name) => !name.startsWith('@tallyhouse/'));
  });
}
