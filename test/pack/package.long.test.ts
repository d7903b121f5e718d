import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { freePort } from '../harness/free-port.ts';
import { startProgram } from '../harness/program.ts';
import { run } from '../harness/ran.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';

/** The package that `npm pack` makes, installed into an empty folder. */

const folder = folderOfFile()();
const place = join(folder, 'place');
const installed = join(place, 'node_modules/tallyhouse');

beforeAll(async () => {
  await mkdir(place);
  // The set-up has built dist/. Building it again would take files away from programs that other tests start.
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]);
  const [{ filename }] = z.tuple([z.object({ filename: z.string() })]).parse(JSON.parse(stdout));
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...options, join(folder, filename)], { cwd: place });
});

interface Manifest {
  scripts: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const manifestIn = (path: string): Manifest => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));

const forBrowsers = ['packages/dashboard', 'packages/tracker'];

test('packing builds first', () => {
  const { scripts } = manifestIn('.');
  expect(scripts['prepack']).toBe(scripts['build']);
});

test('the package depends on what its programs load', () => {
  const workspaces = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(parent).map((name) => join(parent, name)),
  );
  // Code for browsers is bundled, and the client is a package of its own.
  const others = [...forBrowsers, 'packages/client'];
  const loading = workspaces.filter((path) => !others.includes(path)).map(manifestIn);
  const union = (kind: 'dependencies' | 'optionalDependencies') =>
    Object.fromEntries(
      loading
        .flatMap((manifest) => Object.entries(manifest[kind] ?? {}))
        .filter(([name]) => !name.startsWith('@tallyhouse/')),
    );
  const { dependencies, optionalDependencies } = manifestIn(installed);
  expect(dependencies).toEqual(union('dependencies'));
  expect(optionalDependencies).toEqual(union('optionalDependencies'));
});

test('it has the programs and no source, test or source map', () => {
  const files = execFileSync('find', [installed, '-type', 'f', '-printf', '%P\n'], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
  const parts = new Set(files.map((file) => file.split('/')[0]));
  expect([...parts].sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs', 'package.json']);
  expect(files.filter((file) => /\.(?:ts|tsx|map)$|\.test\./.test(file))).toEqual([]);
});

test('it names every package that it contains, with the text of its licence', async () => {
  const text = readFileSync(join(installed, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
  const headings = [...text.matchAll(/^-{80}\n\n(\S+) \S+ \((\S+)\)\n\n(.+)/gm)];
  const bundled = forBrowsers
    .flatMap((path) => Object.keys(manifestIn(path).dependencies ?? {}))
    .filter((name) => !name.startsWith('@tallyhouse/'));
  const copied = ['@fontsource-variable/inter', 'circle-flags', 'crawler-user-agents', 'world-atlas'];
  expect(headings.map(([, name]) => name).sort()).toEqual([...bundled, ...copied].sort());
  for (const name of [...bundled, ...copied]) {
    const licence = readdirSync(`node_modules/${name}`).find((file) => /^licen[cs]e/i.test(file)) ?? '';
    expect(text).toContain(readFileSync(`node_modules/${name}/${licence}`, 'utf8').trim());
  }
});

test('npx finds its program', async () => {
  const { stdout } = await run('npx', ['--no-install', 'tallyhouse', '--version'], { cwd: place });
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(stdout).toBe(`${version}\n`);
});

// With --demo: test/dashboard/demo.long.test.ts.
test('tallyhouse runs all of it, and a signal ends it', async () => {
  const [query, ingest] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${query}`;
  // What npx starts.
  const program = await startProgram([join(place, 'node_modules/.bin/tallyhouse')], {
    cwd: place,
    env: { QUERY_PORT: `${query}`, INGEST_PORT: `${ingest}`, CLICKHOUSE_HTTP_PORT: '0' },
    readyUrls: [`${url}/readyz`, `http://127.0.0.1:${ingest}/readyz`],
  });
  try {
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Tallyhouse')]);
    expect(existsSync(join(place, 'data/secrets.json'))).toBe(true);
  } finally {
    expect(await program.end('SIGTERM')).toBe(0);
  }
});
