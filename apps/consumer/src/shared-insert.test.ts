import { ContentRefusedError } from './insert.ts';
import type { Run } from './runs.ts';
import { shareInserts } from './shared-insert.ts';

/** A run of a partition, written as its number and its values: `0ab`. */
function run(text: string): Run {
  const values = [...text.slice(1)].map((value) => Buffer.from(value));
  const offsets = values.map((_, i) => BigInt(i));
  return { version: 2, partition: Number(text[0]), offsets, values };
}

/** Notes inserts, and fails them on demand. */
function createStore() {
  const inserts: string[] = [];
  const store = { failure: (_inserted: string): Error | undefined => undefined };
  const insert = shareInserts(async (...runs) => {
    const inserted = runs.map(({ partition, values }) => `${partition}${values.join('')}`).join(' ');
    inserts.push(inserted);
    const error = store.failure(inserted);
    if (error) throw error;
  });
  return {
    store,
    inserts,
    insert,
    insertAll: (...texts: string[]) => texts.map((text) => insert(run(text))),
  };
}

test('runs that arrive together share an insert, in the order of their partitions', async () => {
  const { insertAll, inserts } = createStore();
  await Promise.all(insertAll('2c', '0ab'));
  await Promise.all(insertAll('0d'));
  expect(inserts).toEqual(['0ab 2c', '0d']);
});

test('runs of different row versions do not', async () => {
  const { insert, inserts } = createStore();
  await Promise.all([insert(run('0a')), insert({ ...run('1b'), version: 3 })]);
  expect(inserts).toEqual(['0a', '1b']);
});

test('a whole batch goes at once, and one that fits no more goes alone', async () => {
  const { insertAll, inserts } = createStore();
  const many = `1${'m'.repeat(50_000)}`;
  await Promise.all(insertAll('0a', many));
  expect(inserts).toEqual(['0a', many]);
});

test('refuses only the run whose content is refused', async () => {
  const { store, insertAll, inserts } = createStore();
  store.failure = (inserted) => (inserted.includes('!') ? new ContentRefusedError('no') : undefined);
  const outcomes = await Promise.allSettled(insertAll('0a', '1!', '2c'));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(inserts.slice(1)).toEqual(['0a', '1!', '2c']);
});

test.each([
  ['runs that failed together are repeated together, and take no other run along', true, ['0a 1b', '3c']],
  ['a run that comes back without the others is stored', false, ['0a', '1b']],
])('%s', async (_, together, expected) => {
  const { store, insert, inserts } = createStore();
  store.failure = () => new Error('the response was lost');
  const runs = [run('0a'), run('1b')];
  await Promise.allSettled(runs.map(insert));
  store.failure = () => undefined;
  if (together) await Promise.all([run('3c'), ...runs.toReversed()].map(insert));
  else for (const one of runs) await insert(one);
  expect(inserts).toEqual(['0a 1b', ...expected]);
});
