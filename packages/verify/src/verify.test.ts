import { createPage, type Finding } from '@tallyhouse/service';
import type { Subject } from './check.ts';
import { disagreement } from './checks/reports.ts';
import { verify } from './verify.ts';

test.each<[string, string[][], number, string[], number]>([
  ['matching data is checked once', [[]], 0, [], 1],
  ['a difference that is gone at the next look is ignored', [['one'], []], 0, [], 2],
  ['a lasting difference is reported in its latest state', [['one', 'two'], ['one']], 1, ['one'], 3],
])('%s', async (_, looks, code, differences, times) => {
  let looked = 0;
  const printed: Finding[] = [];
  const look = () => looks[Math.min(looked++, looks.length - 1)] ?? [];
  const check = async () => [{ name: 'x', compared: '', differences: look() }];
  const page = { add: (finding: Finding) => printed.push(finding), progress: () => {} };
  expect(await verify([check], {} as Subject, page, 1)).toBe(code);
  expect(printed).toEqual([{ name: 'x', compared: '', differences }]);
  expect(looked).toBe(times);
});

test('reports are compared by all their counts', () => {
  expect(disagreement('pageviews', { '/overview': 7, '/export/pageviews': 7 })).toEqual([]);
  const counts = { '/overview': 1207, '/pageviews-over-time': 1207, '/pages': 1206 };
  const differing = 'pageviews differ: /overview 1,207, /pageviews-over-time 1,207, /pages 1,206';
  expect(disagreement('pageviews', counts)).toEqual([differing]);
});

function printTo(isTTY: boolean) {
  const state = { now: 0, written: '' };
  const write = (text: string) => {
    state.written += text;
    return true;
  };
  return { state, page: createPage({ isTTY, write }, () => state.now) };
}

test('a terminal shows progress from the third second on, then erases it', () => {
  const { page, state } = printTo(true);
  page.progress('day 1');
  expect(state.written).toBe('');
  state.now += 2000;
  page.progress('day 2');
  page.progress('day 3');
  page.add({ name: 'sessions', compared: '7 ids', differences: [] });
  expect(state.written).toBe('day 2\r     \rday 3\r     \rok       sessions              7 ids\n');
});
