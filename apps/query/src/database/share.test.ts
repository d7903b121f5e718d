import { createShare } from './share.ts';

const stays = () => new AbortController().signal;

/** Calls share work that ends when the test ends it, or when it is aborted. */
function sharing() {
  const begun: { finish: (answer: string) => void; fail: (error: Error) => void; left: AbortSignal }[] = [];
  const run = (left: AbortSignal) =>
    new Promise<string>((finish, fail) => {
      begun.push({ finish, fail, left });
      left.addEventListener('abort', () => fail(new Error('ended')));
    });
  const share = createShare<string>();
  return { begun, call: (key: string, caller = stays()) => share(key, caller, run) };
}

const rejected = (message: string) => ({ status: 'rejected', reason: new Error(message) });

test('concurrent calls with the same key share one result', async () => {
  const { begun, call } = sharing();
  const answers = Promise.all([call('a'), call('a'), call('b')]);
  expect(begun).toHaveLength(2);
  begun[0]?.finish('one');
  begun[1]?.finish('another');
  expect(await answers).toEqual(['one', 'one', 'another']);
});

test('a failure rejects all waiting calls; later calls start the work again, after a failure or an answer', async () => {
  const { begun, call } = sharing();
  const both = Promise.allSettled([call('a'), call('a')]);
  begun[0]?.fail(new Error('away'));
  expect(await both).toEqual([rejected('away'), rejected('away')]);
  const second = call('a');
  begun[1]?.finish('back');
  expect(await second).toBe('back');
  const third = call('a');
  begun[2]?.finish('new');
  expect(await third).toBe('new');
});

test('a caller that leaves does not end the work for others; the last one does', async () => {
  const { begun, call } = sharing();
  const [one, other] = [new AbortController(), new AbortController()];
  const both = Promise.allSettled([call('a', one.signal), call('a', other.signal)]);
  one.abort(new Error('one left'));
  expect(begun[0]?.left.aborted).toBe(false);
  other.abort(new Error('other left'));
  expect(begun[0]?.left.aborted).toBe(true);
  expect(await both).toEqual([rejected('one left'), rejected('other left')]);
});

test('a call after the last caller left does not wait for the ended work', async () => {
  const { begun, call } = sharing();
  const leaving = new AbortController();
  const gone = call('a', leaving.signal).catch(() => 'gone');
  leaving.abort();
  const next = call('a');
  begun[1]?.finish('fresh');
  expect(await Promise.all([gone, next])).toEqual(['gone', 'fresh']);
});
