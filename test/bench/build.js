// Bundles the benchmark's programs into dist/bench/. Separate from build.js, because an image contains no tests.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'esbuild';

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = ['main', 'baseline-server', 'way/load', 'capacity/main'];

const { outputFiles } = await build({
  entryPoints: Object.fromEntries(entries.map((name) => [name, `test/bench/${name}.ts`])),
  outdir: 'dist/bench',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  loader: { '.sql': 'text', '.txt': 'text' },
  // Packages from npm stay outside, as in build.js.
  external: Object.keys({ ...dependencies, ...devDependencies }),
  logLevel: 'warning',
  write: false,
});

// Files are replaced one at a time, because a benchmark that was built just before may be running.
for (const { path, contents } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, contents);
  renameSync(`${path}.${process.pid}`, path);
}
