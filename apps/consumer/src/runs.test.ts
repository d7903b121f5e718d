import { crawlVersion, rowVersion } from '@tallyhouse/ping';
import { runsOf } from './runs.ts';

const batchOf = (...versions: number[]) => ({
  partition: 3,
  offsets: versions.map((_, index) => BigInt(index + 7)),
  values: versions.map((version, index) => Buffer.from(`[${version},${index}]`)),
});
const offsetsOf = (runs: Iterable<{ version: number; offsets: readonly bigint[] }>) =>
  Array.from(runs, ({ version, offsets }) => [version, ...offsets]);

test('pings and requests of pages that alternate are one run each', () => {
  expect(offsetsOf(runsOf(batchOf(rowVersion, crawlVersion, rowVersion, crawlVersion)))).toEqual([
    [rowVersion, 7n, 9n],
    [crawlVersion, 8n, 10n],
  ]);
});

test('what is before a message of a newer version is stored, then the batch waits', () => {
  const runs = runsOf(batchOf(rowVersion, rowVersion + 1, rowVersion));
  expect(runs.next().value).toMatchObject({ version: rowVersion, offsets: [7n] });
  expect(() => runs.next()).toThrow(`rows of version ${rowVersion + 1}`);
});
