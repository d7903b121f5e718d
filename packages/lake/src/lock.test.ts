import { setTimeout as sleep } from 'node:timers/promises';
import { type LockFile, takeLock } from './lock.ts';

const left = JSON.stringify({ pid: 4_194_305, started: '1' });
let text: string | undefined;

/** @param removeMs how long a run takes from the decision to remove it until it has */
const lock = (removeMs = 0): LockFile => ({
  name: 'lock',
  async create(own) {
    if (text !== undefined) return false;
    text = own;
    return true;
  },
  read: async () => text,
  async remove() {
    await sleep(removeMs);
    text = undefined;
  },
});

test('of two runs that find a lock which was left, the one whose lock stays goes on', async () => {
  text = left;
  const [first, second] = await Promise.allSettled([takeLock(lock(), 'lake'), takeLock(lock(200), 'lake')]);
  expect(first).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringMatching(/^Another export/) },
  });
  if (second.status === 'fulfilled') await second.value();
  expect([second.status, text]).toEqual(['fulfilled', undefined]);
});

test('a run whose first try stored the lock, and whose response was lost, goes on', async () => {
  text = undefined;
  const create = async (own: string) => {
    text = own;
    return false;
  };
  await (await takeLock({ ...lock(), create }, 'lake'))();
  expect(text).toBeUndefined();
});

test('a run whose lock was taken over leaves that of the other', async () => {
  text = undefined;
  const release = await takeLock(lock(), 'lake');
  text = left;
  await release();
  expect(text).toBe(left);
});
