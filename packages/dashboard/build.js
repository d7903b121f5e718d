// Bundles the dashboard into a folder: index.html, and assets whose names change with their content, each also
// compressed. The query app reads that folder at its start.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { minify } from '@swc/core';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
const source = 'packages/dashboard/src';

/** @returns esbuild's metafiles, and the packages that the page has in another form: fonts, flags, a map */
export async function buildDashboard(folder) {
  const flags = readFlags();
  const options = {
    outdir: `${folder}/assets`,
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'copy', '.woff2': 'file' },
    // As texts: esbuild would make a separate script of a list, which every other script would load.
    define: {
      flagsVersion: JSON.stringify(flags.version),
      flagged: JSON.stringify(flags.countries.join(' ')),
    },
    logLevel: 'warning',
    metafile: true,
  };
  // Parts that load when they are opened are files of their own; code that they share with the page is in `chunk`.
  const page = await build({
    ...options,
    entryPoints: { dashboard: `${source}/main.ts`, icon: `${source}/icon.svg` },
    format: 'esm',
    splitting: true,
  });
  // No module, because those run after the first paint.
  const opening = await build({
    ...options,
    entryPoints: { 'first-paint': `${source}/theme/first-paint.ts` },
    format: 'iife',
  });
  const metafile = {
    inputs: { ...page.metafile.inputs, ...opening.metafile.inputs },
    outputs: { ...page.metafile.outputs, ...opening.metafile.outputs },
  };
  for (const [name, svg] of flags.files) writeFileSync(`${folder}/assets/${name}`, svg);
  const shortened = new Map();
  for (const file of Object.keys(metafile.outputs)) await shorten(file, metafile.outputs, shortened);
  const bundled = [...shortened.values()];
  const assets = [...bundled, ...flags.files.keys()];
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
  return { metafile, packages: ['@fontsource-variable/inter', 'circle-flags', 'world-atlas'] };
}

/**
 * Minifies a script for the second time: esbuild alone leaves the dashboard 3.6 kB longer, gzipped. A script has a new hash in its name,
 * so the scripts that it imports come first.
 * @param shortened the names of the assets that are done, by their files
 */
async function shorten(file, outputs, shortened) {
  if (shortened.has(file)) return;
  if (!file.endsWith('.js')) return void shortened.set(file, basename(file));
  const imported = outputs[file].imports.map(({ path }) => path).filter((path) => path.endsWith('.js'));
  for (const path of imported) await shorten(path, outputs, shortened);
  const text = imported.reduce(
    (before, path) => before.replaceAll(basename(path), shortened.get(path)),
    readFileSync(file, 'utf8'),
  );
  const { code } = await minify(text, { module: true, compress: true, mangle: true });
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8).toUpperCase();
  const name = basename(file).replace(/-\w{8}\.js$/, `-${hash}.js`);
  writeFileSync(`${dirname(file)}/${name}`, code);
  shortened.set(file, name);
}

/** The flags of countries: files that the page requests one by one, when it shows a country. Their names change together. */
function readFlags() {
  const folder = `${dirname(require.resolve('circle-flags/package.json'))}/flags`;
  const flags = readdirSync(folder)
    .filter((name) => /^[a-z]{2}\.svg$/.test(name))
    .map((name) => [name.slice(0, 2), readFileSync(`${folder}/${name}`)]);
  const hash = createHash('sha256');
  for (const [country, svg] of flags) hash.update(country).update(svg);
  const version = hash.digest('hex').slice(0, 8).toUpperCase();
  const countries = flags.map(([country]) => country);
  return {
    version,
    countries,
    files: new Map(flags.map(([country, svg]) => [`flag-${country}-${version}.svg`, svg])),
  };
}

/** The same name always has the same bytes, so existing files are correct. */
async function compress(file) {
  if (existsSync(`${file}.br`) && existsSync(`${file}.gz`)) return;
  const bytes = readFileSync(file);
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes));
}
