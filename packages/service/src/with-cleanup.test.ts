import { withCleanup } from './with-cleanup.ts';

test.each([
  ['a result', async () => 'done', 'done'],
  ['an error', () => Promise.reject(new Error('no')), 'no'],
])('all that was opened is closed after %s, the last first', async (_, step, end) => {
  const closed: number[] = [];
  const ended = withCleanup(async (onEnd) => {
    for (const number of [1, 2, 3]) onEnd(async () => closed.push(number));
    return step();
  });
  expect(await ended.catch((error: Error) => error.message)).toBe(end);
  expect(closed).toEqual([3, 2, 1]);
});

test('what remains is closed when closing fails', async () => {
  const closed: number[] = [];
  const ended = withCleanup(async (onEnd) => {
    onEnd(async () => closed.push(1));
    onEnd(() => Promise.reject(new Error('cannot close')));
  });
  await expect(ended).rejects.toThrow('cannot close');
  expect(closed).toEqual([1]);
});
