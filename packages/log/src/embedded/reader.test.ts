import { createLogger } from '@tallyhouse/service';
import { folderOfFile } from '../../../../test/harness/temporary-folder.ts';
import { createEmbeddedLog } from './embedded-log.ts';
import { createLease } from './lease.ts';
import { encodeOffsets } from './offsets.ts';
import { createEmbeddedReader } from './reader.ts';
import { openStore } from './store.ts';
import { createEmbeddedWriter } from './writer.ts';

const inFolder = folderOfFile();
const folder = inFolder();
const openLog = (at = folder) =>
  createEmbeddedLog({ folder: at, partitions: 1, retainMs: 1000, logger: createLogger('test', 'silent') });

test('a reader that is closed leaves its group to the next one', async () => {
  const log = openLog();
  const [reader, next] = [log.reader('left'), log.reader('left')];
  await reader.consume(
    async () => {},
    (error) => {
      throw error;
    },
  );
  while (!(await next.isConsumed())) await new Promise(setImmediate);
  await reader.close();
  expect(await next.isConsumed()).toBe(false);
  await log.close();
});

test('a reader takes what its own process appends at once, without its next poll', async () => {
  const log = openLog();
  const [writer, reader] = [log.writer(), log.reader('g')];
  try {
    // Time stands still, so no poll ever comes.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const taken = new Promise<string>((resolve, reject) => {
      void reader.consume(async ({ values }) => resolve(String(values)), reject);
    });
    // The first poll, after the lease was taken.
    while (!(await reader.isConsumed())) await new Promise(setImmediate);
    await new Promise(setImmediate);
    await writer.append([{ key: 'k', value: Buffer.from('a ping') }]);
    expect(await taken).toBe('a ping');
  } finally {
    jest.useRealTimers();
    await log.close();
  }
});

test('a reader drops all that has expired, step after step without a pause', async () => {
  const store = openStore(inFolder('expired'), 1);
  let now = 0;
  const logger = createLogger('test', 'silent');
  const clock = () => now;
  const writer = createEmbeddedWriter(store, clock, logger);
  for (let chunks = 0; chunks < 300; chunks++) await writer.append([{ key: 'k', value: Buffer.from('a') }]);
  await store.transaction(() => store.state.putSync('commits:g', encodeOffsets(store.ends())));
  const reader = createEmbeddedReader({ store, clock, logger, retainMs: 1000, leaseMs: 60_000 }, 'g');
  const turn = () => new Promise(setImmediate).then(() => store.refresh());
  try {
    // No pause ends but by the line that says so.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    await reader.consume(
      async () => {},
      (error) => {
        throw error;
      },
    );
    for (; store.starts()[0] === 0n; await turn()) {
      now += 10_000;
      jest.advanceTimersByTime(100);
    }
    while (store.starts()[0] !== 300n) await turn();
  } finally {
    jest.useRealTimers();
    await reader.close();
    await store.close();
  }
});

test('a reader whose next message is gone reads on at the oldest one, and counts it', async () => {
  const trimmed = inFolder('trimmed');
  const store = openStore(trimmed, 1);
  const starts = encodeOffsets([1n]);
  await store.transaction(() => ['starts', 'ends'].map((key) => store.state.putSync(key, starts)));
  await store.transaction(() => store.state.putSync('commits:g', encodeOffsets([0n])));
  await store.close();
  const log = openLog(trimmed);
  const reader = log.reader('g');
  await log.writer().append([{ key: 'k', value: Buffer.from('a ping') }]);
  const taken = await new Promise<string>((resolve, reject) => {
    void reader.consume(async ({ offsets, values }) => resolve(`${offsets} ${values}`), reject);
  });
  expect([taken, reader.offsetResets()]).toEqual(['1 a ping', 1]);
  await log.close();
});

test('the lease of a process that is gone is free at once', async () => {
  const store = openStore(inFolder('gone'), 1);
  const claim = () => createLease(store, 'g', Date.now, 60_000).claim();
  expect([await claim(), await claim()]).toEqual([[0n], undefined]);
  // No process has this id: it is above the highest one.
  const ofGone = `${store.state.get('lease:g')}`.replace(` ${process.pid} `, ' 4194305 ');
  await store.transaction(() => store.state.putSync('lease:g', Buffer.from(ofGone)));
  expect(await claim()).toEqual([0n]);
  await store.close();
});
