import { rowVersion } from '@tallyhouse/ping';
import { runsOf } from './runs.ts';

const batch = (...texts: string[]) => ({
  partition: 3,
  offsets: texts.map((_, index) => BigInt(10 + 2 * index)),
  values: texts.map((text) => Buffer.from(text)),
});
/** Version, offsets and values of each run. */
const told = (texts: string[], newest?: number) =>
  [...runsOf(batch(...texts), newest)].map(({ version, partition, offsets, values }) => {
    expect(partition).toBe(3);
    return [version, offsets.join(), values.join()];
  });

test('messages of one version are one run', () => {
  expect(told(['[2,"a"]', '[2,"b"]'])).toEqual([[2, '10,12', '[2,"a"],[2,"b"]']]);
});

test('a run ends where the version changes, and the order stays', () => {
  const texts = ['[2,"a"]', '[3,"b"]', '[3,"c"]', 'nonsense', '[2,"d"]', '[3,"e"]'];
  expect(told(texts, 3)).toEqual([
    [2, '10', '[2,"a"]'],
    [3, '12,14', '[3,"b"],[3,"c"]'],
    [2, '16,18', 'nonsense,[2,"d"]'],
    [3, '20', '[3,"e"]'],
  ]);
});

test('an empty batch has no run', () => {
  expect(told([])).toEqual([]);
});

test('a newer version is said to be one', () => {
  const newer = rowVersion + 1;
  const runs = runsOf(batch('[2,"a"]', `[${newer},"b"]`));
  expect(runs.next().value).toMatchObject({ version: 2 });
  expect(() => runs.next()).toThrow(
    `The log holds rows of version ${newer}, this consumer knows them up to ${rowVersion}: upgrade the consumers first`,
  );
});
