import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from '@tallyhouse/service';
import { z } from 'zod';
import { settingsOf } from '../docs/settings.ts';
import { ran } from '../harness/ran.ts';

const text = readFileSync('deploy/Dockerfile', 'utf8');
const lines = text.split('\n');
const manifest = z
  .object({ version: z.string(), license: z.string(), engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
const copies = lines.flatMap((line) => {
  const [, from, sources] = /^COPY (?:--from=(\w+) )?(.+) \S+$/.exec(line) ?? [];
  return sources === undefined ? [] : sources.split(' ').map((source) => ({ from, source }));
});
const fromContext = copies.flatMap(({ from, source }) => (from === undefined ? source : []));

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

test('what it copies from the context is there', () => {
  expect(fromContext.filter((source) => !existsSync(source))).toEqual([]);
});

test('.dockerignore excludes none of it', () => {
  const allowed = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));
  expect(fromContext.filter((source) => !allowed.some((path) => isWithin(path, source)))).toEqual([]);
});

test('packages are installed for every workspace', () => {
  const manifests = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}/package.json`),
  );
  const copied = fromContext.filter((source) => /^(apps|packages)\/.*package\.json$/.test(source));
  expect(copied.sort()).toEqual(manifests.filter((file) => existsSync(file)).sort());
});

test('all inputs of the build are copied', () => {
  const paths = /'(?:\.\/)?((?:apps|packages)\/[\w./-]+|\w+\.js)'/g;
  const named = [...readFileSync('build.js', 'utf8').matchAll(paths)].map(([, file = '']) => file);
  const commands = JSON.parse(readFileSync('apps/tallyhouse/src/commands.json', 'utf8'));
  const mains = Object.values<{ main: string }>(commands).map(({ main }) => main);
  const files = ['build.js', 'clickhouse/migrations/index.ts', ...named, ...mains];
  expect(files.length).toBeGreaterThan(7);
  expect(files.filter((file) => !fromContext.some((source) => isWithin(source, file)))).toEqual([]);
});

test('it starts from a pinned Debian image, and ends as a user without rights', () => {
  const images = lines.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? []);
  const stages = lines.flatMap((line) => /^FROM \S+ AS (\w+)/.exec(line)?.[1] ?? []);
  for (const image of images.filter((name) => !stages.includes(name)))
    expect(image).toMatch(/^node:\d+-slim$/);
  expect(lines.filter((line) => line.startsWith('USER'))).toEqual(['USER node']);
  expect(copies.flatMap(({ from }) => from ?? []).every((stage) => stages.includes(stage))).toBe(true);
});

test('its labels name the version and the licence of the package', () => {
  const written = [...text.matchAll(/org\.opencontainers\.image\.([\w.]+)="([^"]+)"/g)];
  const labels = Object.fromEntries(written.map(([, name = '', value]) => [name, value]));
  const { version, license: licenses } = manifest;
  expect(labels).toMatchObject({ title: 'Tallyhouse', version, licenses });
  expect(text).toMatch(new RegExp(`^FROM ${labels['base.name']?.split('/').at(-1)}$`, 'm'));
});

describe('its health check', () => {
  const [, command = ''] = /^ +CMD (\[.*\])$/m.exec(text) ?? [];
  const [program = '', ...args] = z.array(z.string()).parse(JSON.parse(command));
  /** Its exit code, when it asks other ports instead of the default ones. */
  async function check(replaced: Record<string, number>, env = {}): Promise<unknown> {
    const own = args.map((arg) => arg.replace(/\b300[0-2]\b/g, (port) => String(replaced[port] ?? 1)));
    return (await ran([program, ...own], { env })).code;
  }

  test('asks the ports that the apps have by default', () => {
    const ports = (['query', 'ingest', 'consumer'] as const).map((app) =>
      settingsOf(app)[`${app.toUpperCase()}_PORT`]?.parse(undefined),
    );
    expect(command.match(/\b\d{4}\b/g)?.map(Number)).toEqual(ports);
  });

  test('succeeds when one app answers, and fails when none does, or with an error', async () => {
    let status = 200;
    const app = createServer((_req, res) => res.writeHead(status).end());
    const { url, close } = await listen(app, 0, '127.0.0.1');
    const port = Number(new URL(url).port);
    expect(await check({ 3001: port })).toBe(0);
    expect(await check({}, { METRICS_PORT: `${port}` })).toBe(0);
    status = 500;
    expect(await check({ 3001: port })).toBe(1);
    await close();
    expect(await check({})).toBe(1);
  });
});

test('its Node is one that the project supports', () => {
  const least = Number(/^>=(\d+)/.exec(manifest.engines.node)?.[1]);
  const used = lines.flatMap((line) => /^FROM node:(\d+)/.exec(line)?.[1] ?? []).map(Number);
  expect(Math.min(...used)).toBeGreaterThanOrEqual(least);
});
