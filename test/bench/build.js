// Bundles the benchmark's programs into dist/bench/. Apart from build.js, because an image holds no tests.
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = [
  'main',
  'ingest/load',
  'ingest/bare-server',
  'ingest/express-server',
  'attack/attacker',
  'way/load',
];

await build({
  entryPoints: Object.fromEntries(entries.map((name) => [name, `test/bench/${name}.ts`])),
  outdir: 'dist/bench',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  loader: { '.sql': 'text' },
  // Packages from npm stay outside, as in build.js.
  external: Object.keys({ ...dependencies, ...devDependencies }),
  logLevel: 'warning',
});
