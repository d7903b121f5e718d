import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parts } from '../bench/options.ts';
import { quotedIn, sectionOf, tablesOf } from './markdown.ts';

/** Tables that have to be complete: dependencies with reasons, and the comparison with sources. */

const manifests = ['apps', 'packages']
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}/package.json`))
  .concat('package.json')
  .filter((file) => existsSync(file))
  .map((file): Record<string, Record<string, string>> => JSON.parse(readFileSync(file, 'utf8')));
const declared = manifests
  .flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  )
  .filter((name) => !name.startsWith('@tallyhouse/'));
// Packages that belong together share a row.
const explained = tablesOf(readFileSync('docs/decisions/dependencies.md', 'utf8'))
  .flatMap(({ rows }) => rows)
  .filter(([names]) => names?.startsWith('`'));

test('docs/decisions/dependencies.md explains every dependency of every workspace, and no other', () => {
  expect(explained.flatMap(([names = '']) => quotedIn(names)).sort()).toEqual([...new Set(declared)].sort());
});

test.each(explained)('%s has a licence, a purpose and an alternative', (...[, ...cells]) => {
  expect(cells).toHaveLength(3);
  expect(cells).not.toContain('');
});

test('test/bench/README.md has a row for each part of the benchmark', () => {
  const [{ rows } = { rows: [] }] = tablesOf(
    sectionOf(readFileSync('test/bench/README.md', 'utf8'), 'the-parts') ?? '',
  );
  expect([...new Set(rows.map(([part = '']) => part.split(' ')[0]))].sort()).toEqual([...parts].sort());
});

test('docs/privacy.md has a row for each table, and for no other', () => {
  const [{ rows } = { rows: [] }] = tablesOf(
    sectionOf(readFileSync('docs/privacy.md', 'utf8'), 'by-table-and-column') ?? '',
  );
  // A settled table has the hash of its definition at the end of its name.
  const tables = [
    ...readFileSync('clickhouse/schema.sql', 'utf8').matchAll(/^CREATE TABLE (\w+?)(?:__\w+)?$/gm),
  ];
  expect(rows.flatMap(([names = '']) => quotedIn(names)).sort()).toEqual(
    tables.map(([, name]) => name).sort(),
  );
});

const comparison = readFileSync('docs/comparison.md', 'utf8');
/** The points of comparison, for Tallyhouse and for each of the others. */
const compared = tablesOf(comparison)
  .filter(({ head }) => head[0] === '' && head[1] === 'Tallyhouse')
  .flatMap(({ rows }) => rows.map(([what = '', ours = '', ...others]) => ({ what, ours, others })));
/** `P1` to `P3`, `U6`: the marks of the sources that have a date. */
const sources = new Set(
  tablesOf(sectionOf(comparison, 'sources') ?? '')
    .flatMap(({ rows }) => rows)
    .filter((cells) => /\b20\d\d\b/.test(cells.slice(1).join(' ')))
    .flatMap(([marks = '']) =>
      [...marks.matchAll(/`([A-Z])(\d+)`(?: to `[A-Z](\d+)`)?/g)].flatMap(([, letter, first, last = first]) =>
        Array.from(
          { length: Number(last) - Number(first) + 1 },
          (_, index) => `${letter}${Number(first) + index}`,
        ),
      ),
    ),
);

test('the comparison has a row for each of what is compared, with all eight products', () => {
  expect(compared.length).toBeGreaterThanOrEqual(20);
  expect(compared.filter(({ others }) => others.length !== 8)).toEqual([]);
});

test.each(compared)('$what: ours names its test', ({ ours }) => {
  expect(ours).toMatch(/\]\(\.\.\/test\/[\w/-]+(\.long)?\.test\.ts\)/);
});

test.each(compared)('$what: each of the others has a source with a date, or was not seen', ({ others }) => {
  const unfounded = others.filter((cell) => {
    const marks = quotedIn(cell).filter((mark) => /^[A-Z]\d+$/.test(mark));
    return cell !== 'not seen' && (marks.length === 0 || !marks.every((mark) => sources.has(mark)));
  });
  expect(unfounded).toEqual([]);
});
