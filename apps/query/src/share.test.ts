import { createShare } from './share.ts';

/** Work that ends when the test ends it, or when it is aborted. */
function work() {
  const begun: { finish: (answer: string) => void; fail: (error: Error) => void; left: AbortSignal }[] = [];
  const run = (left: AbortSignal) =>
    new Promise<string>((finish, fail) => {
      begun.push({ finish, fail, left });
      left.addEventListener('abort', () => fail(new Error('ended')));
    });
  return { begun, run };
}

const stays = () => new AbortController().signal;
const rejected = (message: string) => ({ status: 'rejected', reason: new Error(message) });

test('concurrent calls with the same key share one result', async () => {
  const share = createShare<string>();
  const { begun, run } = work();
  const answers = Promise.all(['a', 'a', 'b'].map((key) => share(key, stays(), run)));
  expect(begun).toHaveLength(2);
  begun[0]?.finish('one');
  begun[1]?.finish('another');
  expect(await answers).toEqual(['one', 'one', 'another']);
});

test('a failure rejects all waiting calls; later calls start the work again, after a failure or an answer', async () => {
  const share = createShare<string>();
  const { begun, run } = work();
  const both = Promise.allSettled([share('a', stays(), run), share('a', stays(), run)]);
  begun[0]?.fail(new Error('away'));
  expect(await both).toEqual([rejected('away'), rejected('away')]);
  for (const [index, answer] of [
    [1, 'back'],
    [2, 'new'],
  ] as const) {
    const later = share('a', stays(), run);
    begun[index]?.finish(answer);
    expect(await later).toBe(answer);
  }
});

test('a caller that leaves does not end the work for others; the last one does', async () => {
  const share = createShare<string>();
  const { begun, run } = work();
  const [one, other] = [new AbortController(), new AbortController()];
  const both = Promise.allSettled([share('a', one.signal, run), share('a', other.signal, run)]);
  one.abort(new Error('one left'));
  expect(begun[0]?.left.aborted).toBe(false);
  other.abort(new Error('other left'));
  expect(begun[0]?.left.aborted).toBe(true);
  expect(await both).toEqual([rejected('one left'), rejected('other left')]);
});

test('a call after the last caller left does not wait for the ended work', async () => {
  const share = createShare<string>();
  const { begun, run } = work();
  const leaving = new AbortController();
  const gone = share('a', leaving.signal, run).catch(() => 'gone');
  leaving.abort();
  const next = share('a', stays(), run);
  begun[1]?.finish('fresh');
  expect(await Promise.all([gone, next])).toEqual(['gone', 'fresh']);
});
