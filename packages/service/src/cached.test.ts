import { cached } from './cached.ts';

test('calls meanwhile or soon after get the same answer', async () => {
  let asked = 0;
  let answer = (_count: number): void => {};
  const ask = cached(60_000, () => {
    asked++;
    return new Promise<number>((resolve) => {
      answer = resolve;
    });
  });
  const answers = [ask(), ask()];
  answer(1);
  expect(await Promise.all([...answers, ask(), ask()])).toEqual([1, 1, 1, 1]);
  expect(asked).toBe(1);
});

test('asks again after the time is over, and caches a failure too', async () => {
  let asked = 0;
  const ask = cached(0, async () => ++asked);
  expect([await ask(), await ask()]).toEqual([1, 2]);
  const fail = cached(60_000, async () => {
    throw new Error(`failure ${++asked}`);
  });
  await expect(fail()).rejects.toThrow('failure 3');
  await expect(fail()).rejects.toThrow('failure 3');
});
