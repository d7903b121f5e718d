import { ContentRefusedError } from './insert.ts';
import type { Run } from './runs.ts';
import { shareInserts } from './shared-insert.ts';

/** Partition, then the values. */
type Inserted = [number, ...string[]][];

function run(partition: number, ...values: string[]): Run {
  return {
    version: 2,
    partition,
    offsets: values.map((_, i) => BigInt(i)),
    values: values.map((v) => Buffer.from(v)),
  };
}

/** Inserts that are noted, and fail as told. */
function createStore() {
  const inserts: Inserted[] = [];
  let failure: (inserted: Inserted) => Error | undefined = () => undefined;
  const insert = shareInserts(async (...runs) => {
    const inserted: Inserted = runs.map(({ partition, values }) => [partition, ...values.map(String)]);
    inserts.push(inserted);
    const error = failure(inserted);
    if (error) throw error;
  });
  return {
    inserts,
    insert,
    fail: (when: typeof failure) => {
      failure = when;
    },
  };
}

test('runs that arrive together share an insert, in the order of their partitions', async () => {
  const { insert, inserts } = createStore();
  await Promise.all([insert(run(2, 'c')), insert(run(0, 'a', 'b'))]);
  await insert(run(0, 'd'));
  expect(inserts).toEqual([
    [
      [0, 'a', 'b'],
      [2, 'c'],
    ],
    [[0, 'd']],
  ]);
});

test('runs of different row versions do not', async () => {
  const { insert, inserts } = createStore();
  await Promise.all([insert(run(0, 'a')), insert({ ...run(1, 'b'), version: 3 })]);
  expect(inserts).toEqual([[[0, 'a']], [[1, 'b']]]);
});

test('a whole batch goes at once, and one that fits no more goes alone', async () => {
  const { insert, inserts } = createStore();
  const many = Array.from({ length: 50_000 }, () => 'm');
  await Promise.all([insert(run(0, 'a')), insert(run(1, ...many))]);
  expect(inserts.map((runs) => runs.map(([partition, ...values]) => [partition, values.length]))).toEqual([
    [[0, 1]],
    [[1, 50_000]],
  ]);
});

test('refuses only the run whose content is refused', async () => {
  const { insert, inserts, fail } = createStore();
  fail((inserted) => (inserted.flat().includes('bad') ? new ContentRefusedError('no') : undefined));
  const outcomes = await Promise.allSettled([
    insert(run(0, 'a')),
    insert(run(1, 'bad')),
    insert(run(2, 'c')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(inserts.slice(1)).toEqual([[[0, 'a']], [[1, 'bad']], [[2, 'c']]]);
});

test('runs that failed together are repeated together, and take no other run along', async () => {
  const { insert, inserts, fail } = createStore();
  fail(() => new Error('the response was lost'));
  const runs = [run(0, 'a'), run(1, 'b')];
  await Promise.allSettled(runs.map(insert));
  fail(() => undefined);
  await Promise.all([insert(run(3, 'c')), ...runs.toReversed().map(insert)]);
  expect(inserts[1]).toEqual(inserts[0]);
  expect(inserts.slice(2)).toEqual([[[3, 'c']]]);
});

test('a run that comes back without the others is stored', async () => {
  const { insert, inserts, fail } = createStore();
  fail(() => new Error('the response was lost'));
  const [stays, moves] = [run(0, 'a'), run(1, 'b')];
  await Promise.allSettled([insert(stays), insert(moves)]);
  fail(() => undefined);
  await insert(stays);
  await insert(moves);
  expect(inserts.slice(1)).toEqual([[[0, 'a']], [[1, 'b']]]);
});
