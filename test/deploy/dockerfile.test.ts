import { existsSync, readdirSync, readFileSync } from 'node:fs';

const lines = readFileSync('deploy/Dockerfile', 'utf8').split('\n');
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
  const manifests = ['apps', 'packages']
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}/package.json`))
    .filter((file) => existsSync(file));
  expect(fromContext.filter((source) => /^(apps|packages)\/.*package\.json$/.test(source)).sort()).toEqual(
    manifests.sort(),
  );
});

test('all inputs of the build are copied', () => {
  const entries = [...readFileSync('build.js', 'utf8').matchAll(/'((?:apps|packages|test)\/[\w./-]+\.ts)'/g)];
  const files = ['build.js', 'clickhouse/migrations/index.ts', ...entries.map(([, file = '']) => file)];
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

test('its Node is one that the project supports', () => {
  const { engines }: { engines: { node: string } } = JSON.parse(readFileSync('package.json', 'utf8'));
  const least = Number(/^>=(\d+)/.exec(engines.node)?.[1]);
  const used = lines.flatMap((line) => /^FROM node:(\d+)/.exec(line)?.[1] ?? []).map(Number);
  expect(Math.min(...used)).toBeGreaterThanOrEqual(least);
});
