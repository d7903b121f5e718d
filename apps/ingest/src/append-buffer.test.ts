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
    check: async () => {},
    close: async () => {},
  };
  return { calls, buffer: createAppendBuffer(writer, limits) };
}

const message = (text: string): LogMessage => ({ key: 'session', value: Buffer.from(text) });
const textsOf = (call: Call | undefined) => call?.messages.map(({ value }) => value.toString());

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('messages that arrive within 5 ms are appended together, in order', async () => {
  const { calls, buffer } = setUp();
  const appended = Promise.all([buffer.append([message('a'), message('b')]), buffer.append([message('c')])]);
  expect(calls).toHaveLength(0);
  await jest.advanceTimersByTimeAsync(5);
  expect(calls.map(textsOf)).toEqual([['a', 'b', 'c']]);
  calls[0]?.acknowledge();
  await appended;
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

test('a refusal of the log rejects the whole batch, but not the next one', async () => {
  const { calls, buffer } = setUp();
  const refused = Promise.allSettled([buffer.append([message('a')]), buffer.append([message('b')])]);
  await jest.advanceTimersByTimeAsync(5);
  calls[0]?.refuse(new LogUnavailableError('away'));
  expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const appended = buffer.append([message('c')]);
  await jest.advanceTimersByTimeAsync(5);
  calls[1]?.acknowledge();
  await appended;
});

test('a log that does not answer within 10 s counts as unavailable', async () => {
  const { buffer } = setUp();
  const late = expect(buffer.append([message('a')])).rejects.toThrow(LogUnavailableError);
  await jest.advanceTimersByTimeAsync(10_005);
  await late;
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
