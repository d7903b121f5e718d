// Bundles each program into dist/: workspace packages, SQL and HTML are inlined, packages from npm stay outside.
// It takes about 0.1 s, so `npm start` simply does it every time and never runs yesterday's code.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { minify } from '@swc/core';
import { build } from 'esbuild';
import { licensesOf } from './licenses.js';
import { buildDashboard } from './packages/dashboard/build.js';

const workspaces = ['apps', 'packages'].flatMap((folder) =>
  readdirSync(folder).map((name) => `${folder}/${name}`),
);
const npmPackages = workspaces
  .map((folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')))
  .flatMap(({ dependencies = {} }) => Object.keys(dependencies))
  .filter((name) => !name.startsWith('@tallyhouse/'));

/** Each subcommand is a file next to tallyhouse.js, which loads the requested one. */
const commands = JSON.parse(readFileSync('apps/tallyhouse/src/commands.json', 'utf8'));

const programs = await build({
  entryPoints: {
    ...Object.fromEntries(Object.values(commands).map(({ program, main }) => [program, main])),
    tallyhouse: 'apps/tallyhouse/src/main.ts',
    'clickhouse-server': 'packages/clickhouse/src/embedded/server-process.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  loader: { '.sql': 'text', '.html': 'text', '.bash': 'text', '.txt': 'text' },
  external: npmPackages,
  logLevel: 'warning',
  metafile: true,
});

const tracker = await build({
  entryPoints: ['tracker', 'tracker-events', 'tracker-vitals'].map(
    (name) => `packages/tracker/src/${name}.ts`,
  ),
  outdir: 'dist',
  write: false,
  bundle: true,
  minifyWhitespace: true,
  target: 'es2018',
  supported: { 'dynamic-import': true },
  // Without the project's own, whose strictness would add a 'use strict'.
  tsconfigRaw: '{}',
  format: 'iife',
  logLevel: 'warning',
  metafile: true,
});
// Another minifier, which inlines what is used once: esbuild's leaves the tracker 100 bytes longer, gzipped. These options were the
// best of all pairs that were tried.
for (const { path, text } of tracker.outputFiles) {
  const { code } = await minify(text, {
    ecma: 2018,
    compress: {
      ecma: 2018,
      passes: 3,
      toplevel: true,
      hoist_funs: true,
      unsafe_arrows: true,
      unsafe_methods: true,
      inline: false,
    },
    mangle: { toplevel: true },
  });
  // The tracker never compares values of different types, and passes true only where 1 does as well. A block keeps its names local, like a
  // function. The third file is partly another library, and stays unchanged.
  const isShort = /\btracker\.js$/.test(path);
  const block = code.replace(/^\(\(\)=>(.*)\)\(\);$/s, '$1').replace(/\bvar /g, 'let ');
  writeFileSync(path, isShort ? block.replace(/([!=]=)=/g, '$1').replace(/!0/g, '1') : code);
}

const dashboard = await buildDashboard('dist/dashboard');

writeFileSync(
  'dist/THIRD-PARTY-LICENSES.txt',
  licensesOf([programs.metafile, tracker.metafile, dashboard.metafile], dashboard.packages),
);

// Old chunks go only now: a running service may have to start its ClickHouse again at any moment.
const fresh = { ...programs.metafile.outputs, ...tracker.metafile.outputs };
for (const file of readdirSync('dist'))
  if (file.includes('.js') && !(`dist/${file}` in fresh)) rmSync(`dist/${file}`);
