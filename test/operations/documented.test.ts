import { readFileSync } from 'node:fs';
import { exerciseApps } from './exercised-apps.ts';
import type { Exposition } from './exposition.ts';

let exported: Exposition;
beforeAll(async () => {
  exported = await exerciseApps();
});

/** The rows of the tables whose first column is called Metric: name and labels. */
function documentedMetrics(): Map<string, string[]> {
  const markdown = readFileSync('docs/operations.md', 'utf8');
  const tables = [...markdown.matchAll(/^\| Metric .*\n\|[-| ]+\|\n((?:\|.*\n)+)/gm)].map(
    ([, rows = '']) => rows,
  );
  const rows = tables.flatMap((table) => [...table.matchAll(/^\| `(\w+)` +\| ([^|]*)\|/gm)]);
  return new Map(rows.map(([, name = '', labels = '']) => [name, namesIn(labels)]));
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).sort();
}

test('docs/operations.md has every metric that the apps export, with its labels, and no other', () => {
  const found = [...exported.metrics].map(([name, labels]) => [name, [...labels].sort()] as const);
  expect(sorted(documentedMetrics())).toEqual(sorted(found));
});

test('metrics are named as Prometheus has it: counters end in _total, and have a base unit', () => {
  const ours = [...exported.metrics.keys()].filter((name) => name.startsWith('tallyhouse_'));
  expect(ours.filter((name) => /milli|_ms\b|minute|kilo|mega|percent/.test(name))).toEqual([]);
  expect(ours.length).toBeGreaterThan(30);
});

test('no label has a value chosen by a sender or caller, except site, whose number is bounded', () => {
  const labels = new Set(
    [...exported.metrics].flatMap(([name, its]) => (name.startsWith('tallyhouse_') ? [...its] : [])),
  );
  expect([...labels].sort()).toEqual([
    'endpoint',
    'file',
    'kind',
    'outcome',
    'partition',
    'reason',
    'route',
    'site',
    'state',
    'status',
    'table',
    'version',
  ]);
});

function sorted(metrics: Iterable<readonly [string, readonly string[]]>) {
  return [...metrics].sort(([a], [b]) => a.localeCompare(b)).map(([name, labels]) => ({ name, labels }));
}
