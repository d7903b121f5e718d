import { atEnd, closing } from './at-end.ts';
import { reasonOf } from './reason.ts';

test.each([
  ['a result', async () => 'done', 'done'],
  ['an error', () => Promise.reject(new Error('no')), 'no'],
])('all that was opened is closed after %s, the last first', async (_, step, end) => {
  const closed: number[] = [];
  const ended = async () => {
    await using _first = atEnd(() => closed.push(1));
    await using second = closing({ number: 2, close: async () => closed.push(2) });
    await using _third = atEnd(async () => closed.push(second.number + 1));
    return await step();
  };
  expect(await ended().catch((error: Error) => error.message)).toBe(end);
  expect(closed).toEqual([3, 2, 1]);
});

test.each([
  ['what remains is closed when closing fails', () => {}, 'cannot close'],
  [
    'the error of the work is read when closing fails as well',
    () => {
      throw new Error('no', { cause: new Error('the disk is full') });
    },
    'the disk is full',
  ],
])('%s', async (_, step, reason) => {
  const closed: number[] = [];
  const ended = async () => {
    await using _first = closing({ close: () => closed.push(1) });
    await using _second = atEnd(() => Promise.reject(new Error('cannot close')));
    step();
  };
  const error = await ended().catch((thrown: unknown) => thrown);
  expect(reasonOf(error)).toBe(reason);
  expect(closed).toEqual([1]);
});
