// Bundles the benchmark's programs into dist/bench/. Apart from build.js, because an image holds no tests.
import { build } from 'esbuild';

await build({
  entryPoints: ['main', 'load', 'bare-server'].map((name) => `test/bench/${name}.ts`),
  outdir: 'dist/bench',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'warning',
});
