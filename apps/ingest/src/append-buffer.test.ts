import { type LogMessage, LogUnavailableError, maxMessageBytes } from '@tallyhouse/log';
import { type BufferLimits, createAppendBuffer } from './append-buffer.ts';

/** A buffer before a log that acknowledges on the test's command. A message is a letter, its session too. */
function setUp(limits: Partial<BufferLimits> = {}) {
  const calls: { texts: string; acknowledge: () => void; refuse: (error: Error) => void }[] = [];
  const writer = {
    append: (messages: readonly LogMessage[]) =>
      new Promise<void>((acknowledge, refuse) => {
        calls.push({ texts: messages.map(({ value }) => String(value)).join(''), acknowledge, refuse });
      }),
    takes: ({ key }: LogMessage) => key !== '!',
    check: async () => {},
    close: async () => {},
  };
  const buffer = createAppendBuffer(writer, limits);
  return {
    buffer,
    calls,
    append: (texts: string) => buffer.append([...texts].map((key) => ({ key, value: Buffer.from(key) }))),
    appended: () => calls.map(({ texts }) => texts),
    acknowledge: (call: number) => calls.at(call)?.acknowledge(),
  };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** Ends the turn of the event loop; no time passes. */
const turnEnds = () => pass(0);

test('requests of one turn of the event loop are appended together, in order, and wait for the log', async () => {
  const { append, appended, acknowledge } = setUp();
  const resolved = jest.fn();
  const requests = [append('ab').then(resolved), append('c')];
  expect(appended()).toEqual([]);
  await turnEnds();
  expect(appended()).toEqual(['abc']);
  await pass(1000);
  expect(resolved).not.toHaveBeenCalled();
  acknowledge(0);
  await Promise.all(requests);
});

test('a sender that waits for each answer waits for nothing else', async () => {
  const { append, appended, acknowledge } = setUp();
  for (const text of 'abc') {
    const request = append(text);
    await turnEnds();
    expect(appended().at(-1)).toBe(text);
    await pass(3);
    acknowledge(-1);
    await request;
  }
  expect(appended()).toHaveLength(3);
});

test('in a stream the first message waits for others, half as long as the last append took', async () => {
  const { append, appended, acknowledge } = setUp();
  const first = [append('a'), append('b')];
  await turnEnds();
  await pass(6);
  acknowledge(0);
  await Promise.all(first);
  const second = [append('c')];
  await pass(2);
  second.push(append('d'));
  expect(appended()).toEqual(['ab']);
  await pass(1);
  expect(appended()).toEqual(['ab', 'cd']);
  acknowledge(1);
  await Promise.all(second);
});

test('messages that arrive during an append wait for others, 5 ms at most', async () => {
  const { append, appended, acknowledge } = setUp();
  const first = append('a');
  await pass(1000);
  acknowledge(0);
  await first;
  const second = append('b');
  await turnEnds();
  const others: Promise<void>[] = [];
  for (const text of 'cde') {
    others.push(append(text));
    await pass(1);
  }
  await pass(1);
  expect(appended()).toEqual(['a', 'b']);
  await pass(1);
  expect(appended()).toEqual(['a', 'b', 'cde']);
  for (const call of [1, 2]) acknowledge(call);
  await Promise.all([second, ...others]);
});

test('a full batch is appended at once, and the next does not wait for it', async () => {
  const { append, appended, acknowledge } = setUp({ maxMessages: 2 });
  const [first, second] = [append('ab'), append('cd')];
  await turnEnds();
  expect(appended()).toEqual(['ab', 'cd']);
  acknowledge(1);
  await second;
  acknowledge(0);
  await first;
});

test('a refusal of the log rejects the whole batch, but not those before and after it', async () => {
  const { append, appended, acknowledge, calls } = setUp({ maxMessages: 2 });
  const outcomes = Promise.allSettled([...'abcdef'].map(append));
  await turnEnds();
  expect(appended()).toEqual(['ab', 'cd', 'ef']);
  calls[1]?.refuse(new LogUnavailableError('away'));
  for (const call of [0, 2]) acknowledge(call);
  const stored = (await outcomes).map(({ status }) => status === 'fulfilled');
  expect(stored).toEqual([true, true, false, false, true, true]);
});

test('a log that does not answer within 10 s counts as unavailable', async () => {
  const late = expect(setUp().append('a')).rejects.toThrow(LogUnavailableError);
  await pass(10_005);
  await late;
});

test('a session whose partition the log lacks, or a message too large for it, fails its own request, and no other', async () => {
  const { append, appended, acknowledge, buffer } = setUp();
  const request = append('a');
  await expect(append('c!')).rejects.toThrow('lacks the partition');
  const refused = jest.fn();
  buffer.append([{ key: 'c', value: Buffer.alloc(maxMessageBytes) }]).catch(refused);
  await turnEnds();
  expect(refused).toHaveBeenCalledWith(expect.any(RangeError));
  expect(appended()).toEqual(['a']);
  acknowledge(0);
  await request;
  expect(buffer.heldBytes()).toBe(0);
});

test('refuses messages beyond its limit until the log is done with earlier ones', async () => {
  const { buffer, acknowledge } = setUp({ maxBytes: 1000 });
  const appendLong = () => buffer.append([{ key: 'session', value: Buffer.alloc(600) }]);
  const held = Promise.allSettled([appendLong()]);
  await expect(appendLong()).rejects.toThrow(LogUnavailableError);
  await pass(20_000);
  await held;
  await expect(appendLong()).rejects.toThrow('full');
  acknowledge(0);
  await turnEnds();
  const request = appendLong();
  await pass(5);
  acknowledge(1);
  await request;
});

test('closing sends waiting messages and awaits them', async () => {
  const { append, appended, acknowledge, buffer } = setUp();
  const request = append('a');
  const closed = jest.fn();
  const closing = buffer.close().then(closed);
  await turnEnds();
  expect(appended()).toEqual(['a']);
  expect(closed).not.toHaveBeenCalled();
  acknowledge(0);
  await Promise.all([request, closing]);
});
