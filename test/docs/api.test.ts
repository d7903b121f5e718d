import { readFileSync } from 'node:fs';
import { dimensions } from '@tallyhouse/filter';
import { endpoints } from '../../apps/query/src/endpoints/index.ts';
import { sectionOf } from './markdown.ts';

/** Two lists of docs/api.md that are easily forgotten: those of reports and dimensions. */
const docs = readFileSync('docs/api.md', 'utf8');

/** What stands in backquotes in the first column of the table below a heading. */
function listed(anchor: string): string[] {
  const rows = (sectionOf(docs, anchor) ?? '').matchAll(/^\| (`[^|]+) \|/gm);
  return [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

/** A path without the names of its parameters, which are shorter in the document. */
const plain = (path: string) => path.replace(/\{\w+\}|:\w+/g, '*');

test('docs/api.md lists every report, and no other', () => {
  expect(listed('all-reports').map(plain).sort()).toEqual(endpoints.map(({ path }) => plain(path)).sort());
});

test('docs/api.md lists every dimension, and no other', () => {
  // The section has a table of operators too, and `prop.<name>`: neither is a word.
  const names = listed('filters').filter((name) => /^\w+$/.test(name));
  expect(names.sort()).toEqual([...dimensions.keys()].sort());
});
