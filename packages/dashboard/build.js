// Bundles the dashboard into a folder: index.html, and assets whose names change with their content, each also
// compressed. The query app reads that folder at its start.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'esbuild';

const source = 'packages/dashboard/src';

export async function buildDashboard(folder) {
  const { metafile } = await build({
    entryPoints: {
      dashboard: `${source}/main.tsx`,
      'first-paint': `${source}/theme/first-paint.ts`,
      icon: `${source}/icon.svg`,
    },
    outdir: `${folder}/assets`,
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'copy' },
    logLevel: 'warning',
    metafile: true,
  });
  const assets = Object.keys(metafile.outputs).map((file) => basename(file));
  const html = readFileSync(`${source}/index.html`, 'utf8').replace(
    /\[\[(.+?)\.(\w+)\]\]/g,
    (_, name, type) => {
      const asset = assets.find((file) => file.startsWith(`${name}-`) && file.endsWith(`.${type}`));
      return `assets/${asset}`;
    },
  );
  writeFileSync(`${folder}/index.html`, html);
  await Promise.all(assets.map((asset) => compress(`${folder}/assets/${asset}`)));
  for (const file of readdirSync(`${folder}/assets`)) {
    if (!assets.includes(file.replace(/\.(br|gz)$/, ''))) rmSync(`${folder}/assets/${file}`);
  }
}

/** The same name always has the same bytes, so existing files are correct. */
async function compress(file) {
  if (existsSync(`${file}.br`) && existsSync(`${file}.gz`)) return;
  const bytes = readFileSync(file);
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes));
}
