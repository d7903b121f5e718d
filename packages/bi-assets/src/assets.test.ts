import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { assets } from './assets.ts';
import { sourceOf } from './dbt/tests.ts';
import { joins } from './joins.ts';
import { columnsIn, metrics } from './metrics.ts';
import { tables } from './tables.ts';

const folder = 'deploy/bi';
/** Written by hand. */
const own = /apply\.py$|^dbt\/models\/.*\.sql$/;

const namesOf = (view: string) =>
  tables.find(({ name }) => name === view)?.columns.map(({ name }) => name) ?? [];

test('deploy/bi is what the dictionary says (npm run bi:assets renews it)', () => {
  const written = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .filter((path) => !own.test(path));
  const files = assets();
  mkdirSync(folder, { recursive: true });
  // biome-ignore lint/style/noProcessEnv: the test is the program that writes them.
  if (process.env['UPDATE_SCHEMA']) {
    for (const path of written()) rmSync(join(folder, path));
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }
  const texts = written().map((path): [string, string] => [path, readFileSync(join(folder, path), 'utf8')]);
  expect(new Map(texts.sort())).toEqual(new Map([...files].sort()));
});

test('metrics read columns of their view, and none has the name of one', () => {
  for (const metric of metrics) {
    expect(namesOf(metric.view)).toEqual(expect.arrayContaining(columnsIn(metric)));
    expect(namesOf(metric.view)).not.toContain(metric.name);
  }
});

test('joins are by columns of both views, and docs/bi.md lists them', () => {
  const page = readFileSync('docs/bi.md', 'utf8');
  for (const { from, to, on } of joins) {
    for (const view of [from, to]) expect(namesOf(view)).toEqual(expect.arrayContaining([...on]));
    const row = `| \`${from}\` | \`${to}\` | \`${on.join('`, `')}\` |`;
    expect([row, page.includes(row)]).toEqual([row, true]);
  }
});

test('events name sessions that are there, and visitors that may not be: a server sends these', () => {
  const events = tables.filter(({ name }) => name === 'events').flatMap((table) => sourceOf(table).columns);
  const related = events.filter((column) => JSON.stringify(column).includes('relationships'));
  expect(related.map(({ name }) => name)).toEqual(['session_id']);
});
