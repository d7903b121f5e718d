import { readdir, readFile, writeFile } from 'node:fs/promises';
import { describedViews } from '@tallyhouse/schema';
import { forAllTests } from '../api/shared-service.ts';
import { startBiDatabase } from './bi-database.ts';

const file = 'docs/bi.md';
const markers = /(<!-- dictionary: [^>]*-->\n).*(<!-- \/dictionary -->)/s;

const bi = forAllTests(startBiDatabase);

test('the dictionary of docs/bi.md has the comments of all views and columns', async () => {
  const ofViews = `where database = '${bi.names.bi}' order by`;
  const views = await bi.rows(`select name, comment from system.tables ${ofViews} name`);
  const columns = await bi.rows(
    `select table, name, type, comment from system.columns ${ofViews} table, position`,
  );
  const text = views.map(([view, comment]) => {
    const rows = columns
      .filter(([table]) => table === view)
      .map(([, name, type, said]) => `| \`${name}\` | \`${type}\` | ${said} |`);
    return `### \`${view}\`\n\n${comment}.\n\n| Column | Type | Meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n\n`;
  });
  const page = await readFile(file, 'utf8');
  const filled = (_: string, before: string, after: string) => `${before}\n${text.join('')}${after}`;
  const fresh = page.replace(markers, filled);
  if (process.env['UPDATE_SCHEMA']) await writeFile(file, fresh);
  expect(await readFile(file, 'utf8')).toBe(fresh);
  expect(text.length).toBe(15);
});

test('the files for BI tools are made of the columns that the views have', async () => {
  const columns = `select table, name, type, comment from system.columns where database = '${bi.names.bi}'`;
  const described = describedViews().flatMap(({ name: view, columns }) =>
    columns.map(({ name, type, comment }) => [view, name, type, comment]),
  );
  expect(described).toEqual(await bi.rows(`${columns} order by table, position`));
});

test('every column has a comment and a plain type', async () => {
  const odd = await bi.rows(
    `select table, name, type from system.columns where database = '${bi.names.bi}'
      and (comment = '' or match(type, 'AggregateFunction|Tuple|Enum|Nested')
        or (match(type, 'DateTime') and not match(type, 'DateTime64.3, .UTC')))`,
  );
  expect(odd).toEqual([]);
});

test('what a query gets has the types of the dictionary', async () => {
  const views = await bi.rows(`select distinct table from system.columns where database = '${bi.names.bi}'`);
  for (const [view] of views) {
    const got = await bi.rows(`describe (select * from bi.${view})`);
    const of = `database = '${bi.names.bi}' and table = '${view}'`;
    const said = await bi.rows(`select name, type from system.columns where ${of} order by position`);
    expect({ view, columns: got.map(([name, type]) => [name, type]) }).toEqual({ view, columns: said });
  }
});

test('docs/bi.md says what the words mean as docs/api.md does', async () => {
  const words = /^- \*\*Pageview\*\*: one view.*?(?=\n\n)/ms;
  const [api, bi] = await Promise.all(['docs/api.md', file].map((name) => readFile(name, 'utf8')));
  expect(words.exec(bi ?? '')?.[0]).toBe(words.exec(api ?? '')?.[0]);
});

test('how exact visitors are is said in one sentence', async () => {
  const said = 'Exact up to 4,095; larger numbers are estimated, within 1 %.';
  const source = 'packages/dashboard/src';
  const texts = (await readdir(source, { recursive: true })).filter((name) => /\.(tsx?|json)$/.test(name));
  const ofDashboard = await Promise.all(texts.map((name) => readFile(`${source}/${name}`, 'utf8')));
  expect(ofDashboard.filter((text) => text.includes(said))).toHaveLength(1);
  for (const name of ['docs/api.md', file]) expect(await readFile(name, 'utf8')).toContain(said);
  const column = `database = '${bi.names.bi}' and name = 'visitors_of_day'`;
  const [[comment] = []] = await bi.rows(`select comment from system.columns where ${column}`);
  expect(comment).toContain(said);
});
