import { createLogger } from '@tallyhouse/service';
import { folderOfFile } from '../../../../test/harness/temporary-folder.ts';
import { encodeOffsets } from './offsets.ts';
import { openStore, type Store } from './store.ts';
import { trimStep } from './trim.ts';
import { createEmbeddedWriter } from './writer.ts';

const inFolder = folderOfFile();
const hour = 3_600_000;
let now: number;
let store: Store;
beforeEach(() => {
  now = 1_000 * hour;
  store = openStore(inFolder(`${performance.now()}`), 1);
});
afterEach(() => store.close());

const append = () =>
  createEmbeddedWriter(store, () => now, createLogger('test', 'silent')).append([
    { key: 'k', value: Buffer.from('a ping') },
  ]);
/** All messages count as read by one group. */
const read = () => store.transaction(() => store.state.putSync('commits:g', encodeOffsets(store.ends())));
const trim = (at: number) => trimStep(store, at, 2 * hour);
const kept = () => Number((store.ends()[0] ?? 0n) - (store.starts()[0] ?? 0n));

test('a backlog that is older than the retention stays until an hour after it was read', async () => {
  await append();
  await trim(now);
  now += 90 * hour;
  await trim(now);
  await read();
  for (const [minutes, count] of [
    [0, 1],
    [59, 1],
    [60, 0],
  ] as const) {
    await trim(now + minutes * 60_000);
    expect([minutes, kept()]).toEqual([minutes, count]);
  }
});

test('what a group was moved back to stays until it is read again', async () => {
  await append();
  await read();
  await trim(now);
  // As a restore does.
  await store.transaction(() => store.state.putSync('commits:g', encodeOffsets(store.starts())));
  for (const hours of [3, 4]) await trim(now + hours * hour);
  expect(kept()).toBe(1);
  await read();
  for (const hours of [5, 6]) await trim(now + hours * hour);
  expect(kept()).toBe(0);
});

test('messages that were appended under a clock years ahead do not keep all later ones', async () => {
  now += 9_000 * hour;
  await append();
  now -= 9_000 * hour;
  await append();
  await read();
  for (let hours = 0; hours < 4; hours++) await trim(now + hours * hour);
  expect(kept()).toBe(0);
});
