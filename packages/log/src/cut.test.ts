import { cutTo } from './cut.ts';
import type { LogBatch } from './log.ts';

const batch = (partition: number, ...offsets: number[]): LogBatch => ({
  partition,
  offsets: offsets.map(BigInt),
  values: offsets.map((offset) => Buffer.from(`${offset}`)),
});

test.each([
  ['all of it', batch(1, 10, 12, 19), [batch(1, 10, 12, 19)]],
  ['without earlier messages', batch(1, 3, 9, 10, 11), [batch(1, 10, 11)]],
  ['without later messages', batch(1, 18, 20, 21), [batch(1, 18)]],
  ['without either', batch(1, 8, 15, 25), [batch(1, 15)]],
  ['nothing, which has none of the range', batch(1, 20, 21), []],
  ['nothing of another partition', batch(2, 10), []],
])('passes on %s', async (_name, given, expected) => {
  const seen: LogBatch[] = [];
  const handler = cutTo([{ partition: 1, first: 10n, end: 20n }], async (cut) => {
    seen.push(cut);
  });
  await handler(given, { heartbeat: async () => {}, abandoned: () => false });
  expect(seen).toEqual(expected);
});
