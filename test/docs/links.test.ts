import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { documents, headingsOf, sectionOf } from './markdown.ts';

const sources = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');

test.each(documents())('%s: every link and every file named in it leads somewhere', (file) => {
  const text = readFileSync(file, 'utf8');
  const linked = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
    ([, target, anchor]) => ({ path: target ? normalize(join(dirname(file), target)) : file, anchor }),
  );
  // `apps/query/src/app.ts`: a path from the root, in backquotes, without a placeholder (<name>, *).
  const named = [
    ...text.matchAll(/`((?:apps|packages|clickhouse|test|deploy|docs|examples)\/[\w./-]+)`/g),
  ].map(([, path = '']) => ({ path, anchor: undefined }));
  const missing = [...linked, ...named].filter(
    ({ path, anchor }) => !existsSync(path) || (anchor !== undefined && !hasAnchor(path, anchor)),
  );
  expect(missing).toEqual([]);
});

function hasAnchor(path: string, anchor: string): boolean {
  return headingsOf(readFileSync(path, 'utf8')).some((heading) => heading.anchor === anchor);
}

/** Guides and the comparison name files of other programs. */
const ownPages = documents().filter((file) => /^docs\/(decisions\/|architecture|glossary)/.test(file));

test.each(ownPages)('%s: every source file named in it exists', (file) => {
  const named = readFileSync(file, 'utf8').matchAll(/`(\w[\w./-]*\.(?:tsx?|sql))`/g);
  const missing = [...named].filter(([, name]) => !sources.some((path) => `/${path}`.endsWith(`/${name}`)));
  expect(missing.map(([, name]) => name)).toEqual([]);
});

test('the code in docs/architecture.md is that of the file named before it', () => {
  const shown = /`([^`]+\.ts)`\)[^`]*```ts\n(.*?)```/gs;
  const blocks = [...readFileSync('docs/architecture.md', 'utf8').matchAll(shown)];
  expect(blocks.length).toBeGreaterThan(0);
  for (const [, path = '', code] of blocks) expect(readFileSync(path, 'utf8')).toContain(code);
});

test('docs/architecture.md has a row for every workspace', () => {
  const rows = readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `((?:apps|packages)\/[\w-]+)`/gm);
  const workspaces = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}`),
  );
  expect([...rows].map(([, path]) => path).sort()).toEqual(workspaces.sort());
});

test('the README has at most 130 lines, and says how to start before it promises anything', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(130);
  const sections = headingsOf(readme).filter(({ level }) => level === 2);
  const order = ['start', 'put-it-on-your-site', 'what-it-promises'];
  expect(sections.slice(0, 3).map(({ anchor }) => anchor)).toEqual(order);
  for (const command of ['npm ci && npm start ', 'docker compose up '])
    expect(sectionOf(readme, 'start')).toContain(command);
});

test('the index of decisions has every page once, and each numbered one is a page, not a journal', () => {
  const folder = 'docs/decisions';
  const pages = readdirSync(folder).filter((file) => file !== 'README.md');
  const index = readFileSync(`${folder}/README.md`, 'utf8');
  const listed = [...index.matchAll(/^- \[[^\]]+\]\(([\w-]+\.md)\): \S/gm)].map(([, file]) => file);
  expect(listed.sort()).toEqual(pages.sort());
  // Measurements longer than a page belong in test/bench/results.
  const lengths = pages
    .filter((file) => /^\d/.test(file))
    .map((file) => ({ file, lines: readFileSync(`${folder}/${file}`, 'utf8').trimEnd().split('\n').length }));
  expect(lengths.filter(({ lines }) => lines > 70)).toEqual([]);
});

test('the list of examples has each of them', () => {
  const listed = [...readFileSync('examples/README.md', 'utf8').matchAll(/^\| \[(.+?)\]/gm)];
  const files = readdirSync('examples').filter((file) => file !== 'README.md');
  expect(listed.map(([, file]) => file).sort()).toEqual(files.sort());
});
