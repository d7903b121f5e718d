import type { Finding, Subject } from './check.ts';
import { verify } from './verify.ts';

/** A check that returns these differences one after the other, then the last one again. */
function setUp(...looks: string[][]) {
  let looked = 0;
  const printed: Finding[] = [];
  const check = async (): Promise<Finding[]> => {
    const differences = looks[Math.min(looked++, looks.length - 1)] ?? [];
    return [{ name: 'x', compared: '', differences }];
  };
  const page = { add: (finding: Finding) => printed.push(finding), progress: () => {} };
  const run = () => verify([check], {} as Subject, page, 1);
  return { run, printed, looked: () => looked };
}

test('checks matching data once', async () => {
  const { run, printed, looked } = setUp([]);
  expect(await run()).toBe(0);
  expect(printed).toEqual([{ name: 'x', compared: '', differences: [] }]);
  expect(looked()).toBe(1);
});

test('ignores a difference that is gone at the next attempt', async () => {
  const { run, printed } = setUp(['one'], []);
  expect(await run()).toBe(0);
  expect(printed).toEqual([{ name: 'x', compared: '', differences: [] }]);
});

test('reports the latest state of a lasting difference', async () => {
  const { run, printed, looked } = setUp(['one', 'two'], ['one']);
  expect(await run()).toBe(1);
  expect(printed).toEqual([{ name: 'x', compared: '', differences: ['one'] }]);
  expect(looked()).toBe(3);
});
