// Bundles each program into dist/: workspace packages, SQL and HTML are inlined, packages from npm stay outside.
// It takes about 0.1 s, so `npm start` simply does it every time and never runs yesterday's code.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { minify } from '@swc/core';
import { build } from 'esbuild';
import { buildDashboard } from './packages/dashboard/build.js';

const workspaces = ['apps', 'packages'].flatMap((folder) =>
  readdirSync(folder).map((name) => `${folder}/${name}`),
);
const npmPackages = workspaces
  .map((folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')))
  .flatMap(({ dependencies = {} }) => Object.keys(dependencies))
  .filter((name) => !name.startsWith('@tallyhouse/'));

const programs = await build({
  entryPoints: {
    standalone: 'apps/standalone/src/main.ts',
    ingest: 'apps/ingest/src/main.ts',
    consumer: 'apps/consumer/src/main.ts',
    replay: 'apps/consumer/src/replay/main.ts',
    query: 'apps/query/src/main.ts',
    migrate: 'packages/clickhouse/src/migrate/main.ts',
    verify: 'apps/standalone/src/verify/main.ts',
    settle: 'packages/settle/src/main.ts',
    sites: 'packages/sites/src/commands/sites/main.ts',
    key: 'packages/sites/src/commands/key/main.ts',
    'clickhouse-server': 'packages/clickhouse/src/embedded/server-process.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  loader: { '.sql': 'text', '.html': 'text' },
  external: npmPackages,
  logLevel: 'warning',
  metafile: true,
});

const tracker = await build({
  entryPoints: ['packages/tracker/src/tracker.ts', 'packages/tracker/src/tracker-events.ts'],
  outdir: 'dist',
  write: false,
  bundle: true,
  minify: true,
  target: 'es2017',
  // Without the project's own, whose strictness would add a 'use strict'.
  tsconfigRaw: '{}',
  format: 'iife',
  logLevel: 'warning',
  metafile: true,
});
// A second minifier, which inlines what is used once: esbuild alone leaves the tracker 100 bytes longer, gzipped.
for (const { path, text } of tracker.outputFiles) {
  const { code } = await minify(text, {
    ecma: 2017,
    compress: { ecma: 2017, passes: 3, unsafe: true, toplevel: true, hoist_funs: true, unsafe_arrows: true },
    mangle: { toplevel: true },
  });
  writeFileSync(path, code);
}

await buildDashboard('dist/dashboard');

// Old chunks go only now: a running service may have to start its ClickHouse again at any moment.
const fresh = { ...programs.metafile.outputs, ...tracker.metafile.outputs };
for (const file of readdirSync('dist'))
  if (file.includes('.js') && !(`dist/${file}` in fresh)) rmSync(`dist/${file}`);
