import { type LogMessage, LogUnavailableError } from '@tallyhouse/log';
import { type BufferLimits, createAppendBuffer } from './append-buffer.ts';

interface Call {
  messages: readonly LogMessage[];
  acknowledge: () => void;
  refuse: (error: Error) => void;
}

/** A log that acknowledges on the test's command. */
function setUp(limits: Partial<BufferLimits> = {}) {
  const calls: Call[] = [];
  const writer = {
    append: (messages: readonly LogMessage[]) =>
      new Promise<void>((acknowledge, refuse) => {
        calls.push({ messages, acknowledge, refuse });
      }),
    takes: ({ key }: LogMessage) => key !== 'of the future',
    check: async () => {},
    close: async () => {},
  };
  return { calls, buffer: createAppendBuffer(writer, limits) };
}

const message = (text: string): LogMessage => ({ key: 'session', value: Buffer.from(text) });
const textsOf = (call: Call | undefined) => call?.messages.map(({ value }) => value.toString());

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Ends the turn of the event loop; no time passes. */
const turnEnds = () => jest.advanceTimersByTimeAsync(0);

test('requests of one turn of the event loop are appended together, in order', async () => {
  const { calls, buffer } = setUp();
  const appended = Promise.all([buffer.append([message('a'), message('b')]), buffer.append([message('c')])]);
  expect(calls).toHaveLength(0);
  await turnEnds();
  expect(calls.map(textsOf)).toEqual([['a', 'b', 'c']]);
  calls[0]?.acknowledge();
  await appended;
});

test('a sender that waits for each answer waits for nothing else', async () => {
  const { calls, buffer } = setUp();
  for (const text of ['a', 'b', 'c']) {
    const appended = buffer.append([message(text)]);
    await turnEnds();
    expect(textsOf(calls.at(-1))).toEqual([text]);
    await jest.advanceTimersByTimeAsync(3);
    calls.at(-1)?.acknowledge();
    await appended;
  }
  expect(calls).toHaveLength(3);
});

test('in a stream the first message waits for others, half as long as the last append took', async () => {
  const { calls, buffer } = setUp();
  const first = [buffer.append([message('a')]), buffer.append([message('b')])];
  await turnEnds();
  await jest.advanceTimersByTimeAsync(6);
  calls[0]?.acknowledge();
  await Promise.all(first);
  const second = [buffer.append([message('c')])];
  await jest.advanceTimersByTimeAsync(2);
  second.push(buffer.append([message('d')]));
  expect(calls).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(calls.map(textsOf)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  calls[1]?.acknowledge();
  await Promise.all(second);
});

test('what arrives while an append is under way waits for others, 5 ms at most', async () => {
  const { calls, buffer } = setUp();
  const first = buffer.append([message('a')]);
  await jest.advanceTimersByTimeAsync(1000);
  calls[0]?.acknowledge();
  await first;
  const second = buffer.append([message('b')]);
  await turnEnds();
  const others = ['c', 'd', 'e'].map(async (text, index) => {
    await new Promise((resolve) => setTimeout(resolve, index));
    await buffer.append([message(text)]);
  });
  await jest.advanceTimersByTimeAsync(4);
  expect(calls.map(textsOf)).toEqual([['a'], ['b']]);
  await jest.advanceTimersByTimeAsync(1);
  expect(calls.map(textsOf)).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
  for (const { acknowledge } of calls) acknowledge();
  await Promise.all([second, ...others]);
});

test('a full batch is appended at once, and the next does not wait for it', async () => {
  const { calls, buffer } = setUp({ maxMessages: 2 });
  const first = buffer.append([message('a'), message('b')]);
  const second = buffer.append([message('c'), message('d')]);
  await jest.advanceTimersByTimeAsync(0);
  expect(calls.map(textsOf)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  calls[1]?.acknowledge();
  await second;
  calls[0]?.acknowledge();
  await first;
});

test('no append resolves before the log has acknowledged', async () => {
  const { calls, buffer } = setUp();
  let resolved = false;
  const appended = buffer.append([message('a')]).then(() => {
    resolved = true;
  });
  await jest.advanceTimersByTimeAsync(1000);
  expect(resolved).toBe(false);
  calls[0]?.acknowledge();
  await appended;
});

test('a refusal of the log rejects the whole batch, but not those before and after it', async () => {
  const { calls, buffer } = setUp({ maxMessages: 2 });
  const appends: Promise<void>[] = [];
  for (const texts of ['ab', 'cd', 'ef'])
    for (const text of texts) appends.push(buffer.append([message(text)]));
  const outcomes = Promise.allSettled(appends);
  await turnEnds();
  expect(calls.map(textsOf)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
  ]);
  calls[1]?.refuse(new LogUnavailableError('away'));
  calls[0]?.acknowledge();
  calls[2]?.acknowledge();
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
});

test('a log that does not answer within 10 s counts as unavailable', async () => {
  const { buffer } = setUp();
  const late = expect(buffer.append([message('a')])).rejects.toThrow(LogUnavailableError);
  await jest.advanceTimersByTimeAsync(10_005);
  await late;
});

test('a session whose partition the log lacks fails its own request, and no other', async () => {
  const { calls, buffer } = setUp();
  const appended = buffer.append([message('a')]);
  const ahead = { ...message('b'), key: 'of the future' };
  await expect(buffer.append([message('c'), ahead])).rejects.toThrow('lacks the partition');
  await turnEnds();
  expect(calls.map(textsOf)).toEqual([['a']]);
  calls[0]?.acknowledge();
  await appended;
  expect(buffer.heldBytes()).toBe(0);
});

test('refuses messages beyond its limit until the log is done with earlier ones', async () => {
  const { calls, buffer } = setUp({ maxBytes: 1000 });
  const held = Promise.allSettled([buffer.append([message('x'.repeat(600))])]);
  await expect(buffer.append([message('y'.repeat(600))])).rejects.toThrow(LogUnavailableError);
  await jest.advanceTimersByTimeAsync(20_000);
  await held;
  await expect(buffer.append([message('y'.repeat(600))])).rejects.toThrow('full');
  calls[0]?.acknowledge();
  await jest.advanceTimersByTimeAsync(0);
  const appended = buffer.append([message('y'.repeat(600))]);
  await jest.advanceTimersByTimeAsync(5);
  calls[1]?.acknowledge();
  await appended;
});

test('closing sends waiting messages and awaits them', async () => {
  const { calls, buffer } = setUp();
  const appended = buffer.append([message('a')]);
  let closed = false;
  const closing = buffer.close().then(() => {
    closed = true;
  });
  await jest.advanceTimersByTimeAsync(0);
  expect(calls.map(textsOf)).toEqual([['a']]);
  expect(closed).toBe(false);
  calls[0]?.acknowledge();
  await Promise.all([appended, closing]);
});
