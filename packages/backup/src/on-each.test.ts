import { once } from 'node:events';
import { onEach, together } from './on-each.ts';

const [one, two] = [{ name: 'Shard 1 (a:8123)' }, { name: 'Shard 2 (b:8123)' }];
const { signal } = new AbortController();

test('one that fails ends the others, and is named', async () => {
  let ended = false;
  const done = onEach([one, two], signal, async (server, either) => {
    if (server === two) throw new Error('the disk is full');
    await once(either, 'abort');
    ended = true;
  });
  await expect(done).rejects.toThrow('Shard 2 (b:8123): the disk is full');
  expect(ended).toBe(true);
});

test('a single server needs no name', async () => {
  const failing = onEach([one], signal, async () => {
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow(/^the disk is full$/);
  expect(await onEach([one, two], signal, async ({ name }) => name)).toEqual([one.name, two.name]);
});

test('the states of several servers share one line', () => {
  const shown: string[] = [];
  const progress = { step() {}, say() {}, end() {}, show: (state: string) => void shown.push(state) };
  const showOf = together(progress, [one, two]);
  showOf(two)('2 MB');
  showOf(one)('1 MB');
  expect(shown).toEqual(['Shard 2 (b:8123): 2 MB', 'Shard 1 (a:8123): 1 MB; Shard 2 (b:8123): 2 MB']);
});
