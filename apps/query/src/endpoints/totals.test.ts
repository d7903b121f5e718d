import type { DayStates } from '@tallyhouse/settle';
import { render } from '@tallyhouse/sql';
import { createReader, nameOf, wantedBy } from '../read/reader.ts';
import { bucketTotals } from './totals.ts';

const day = 86_400_000;
const monday = Date.parse('2026-10-12T00:00:00Z');
const settled: DayStates['runs'] = [{ state: 'settled', from: monday, until: monday + 7 * day }];
const sundayIs = (state: 'changed' | 'live'): DayStates['runs'] => [
  { state: 'settled', from: monday, until: monday + 6 * day },
  { state, from: monday + 6 * day, until: monday + 7 * day },
];

const all = 'totals pageviews sessions visitors visitors';
test.each<[string, string, DayStates['runs'], number, number[]]>([
  ['whole days', 'totals visitors', settled, 0, [0]],
  ['a series of them', 'totals visitors', settled, 0, [0, 1, 2, 3, 4, 5, 6]],
  ['days of another zone', 'totals visitors visitors', settled, 1 / 12, [1 / 12]],
  ['a series of those', 'totals visitors', settled, 1 / 12, [1 / 12, 13 / 12, 25 / 12]],
  ['odd times', all, settled, 1 / 7, [1 / 7]],
  ['a last day that changed', `${all} | few-pageviews few-sessions visitors`, sundayIs('changed'), 0, [0]],
  ['a live last day', 'totals visitors | pageviews sessions visitors visitors', sundayIs('live'), 0, [0]],
])('an overview of %s reads: %s', (_, expected, runs, start, starts) => {
  const range = { start: monday + start * day, end: monday + 7 * day };
  const bucketStarts = starts.map((at) => monday + at * day);
  const sites = { ids: ['blog'], every: false };
  const about = { sites, range, period: range, bucketStarts, filters: [], now: range.end };
  const days = { runs, changedSince: monday, changedSessions: [] };
  const trusted = new Map(wantedBy(bucketTotals, about).map(({ tables }) => [nameOf(tables), days]));
  const { sql } = render(bucketTotals(createReader(about, trusted)));
  // Rows of few sessions are found before they are merged.
  const table = /from (settled_)?(pageviews|sessions|visitors|totals)\b(?: final\s+(prewhere))?/g;
  const from = [...sql.matchAll(table)];
  const read = (of: string | undefined) =>
    from.flatMap(([, kind, name, few]) => (kind === of ? `${few ? 'few-' : ''}${name}` : []));
  const names = [read('settled_'), read(undefined)].map((tables) => tables.sort().join(' '));
  const wanted = expected.split(' | ').map((tables) => tables.split(' ').sort().join(' '));
  expect(names).toEqual([wanted[0], wanted[1] ?? '']);
});
