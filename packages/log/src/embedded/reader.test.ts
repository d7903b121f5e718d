import { createLogger } from '@tallyhouse/service';
import { folderOfFile } from '../../../../test/harness/temporary-folder.ts';
import { createEmbeddedLog } from './embedded-log.ts';
import { createLease } from './lease.ts';
import { encodeOffsets } from './offsets.ts';
import { openStore } from './store.ts';

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
