import { slices } from './slices.ts';

function fetched(count: number, bytes: number) {
  const value = Buffer.alloc(bytes);
  return Array.from({ length: count }, (_, index) => ({ offset: String(index * 2), value }));
}

test('keeps offsets with their gaps, and reads a null value as empty, and no messages as an empty batch', () => {
  const first = { offset: '9007199254740993', value: Buffer.from('a') };
  const messages = [first, { offset: '9007199254740999', value: null }];
  const offsets = [9007199254740993n, 9007199254740999n];
  const values = [Buffer.from('a'), Buffer.alloc(0)];
  expect([...slices(3, messages)]).toEqual([{ partition: 3, offsets, values }]);
  expect([...slices(3, [])]).toEqual([{ partition: 3, offsets: [], values: [] }]);
});

test('splits before 16 MiB', () => {
  const cut = [...slices(0, fetched(40, 900_000))];
  expect(cut.map(({ values }) => values.length)).toEqual([18, 18, 4]);
});
