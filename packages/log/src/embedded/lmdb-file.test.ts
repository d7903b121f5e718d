import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { logger } from '../../../../test/harness/quiet.ts';
import { folderOfFile } from '../../../../test/harness/temporary-folder.ts';
import type { LogBatch } from '../log.ts';
import { createEmbeddedLog } from './embedded-log.ts';
import { damageOf } from './lmdb-file.ts';

const inFolder = folderOfFile();
const file = inFolder('log.mdb');
const pageSize = 4096;
let whole: Buffer;
let descriptor: number;

/** A log that has been written to, read and trimmed: with lists of free pages, branches, and values on overflow pages. */
beforeAll(async () => {
  let now = 1_000_000;
  const settings = { folder: inFolder(), partitions: 2, retainMs: 1000, clock: () => now };
  const log = createEmbeddedLog({ ...settings, logger });
  const [writer, reader] = [log.writer(), log.reader('g')];
  let read = 0;
  const count = async ({ values }: LogBatch) => {
    read += values.length;
  };
  await reader.consume(count, () => {});
  const append = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      const bytes = round % 5 === 0 ? 30_000 : 700;
      await writer.append([{ key: `k${round}`, value: Buffer.alloc(bytes, round) }]);
    }
  };
  await append(300);
  while (read < 300) await new Promise((again) => setTimeout(again, 20));
  now += 100_000;
  const start = async () => (await log.offsetRanges(0)).reduce((sum, { first }) => sum + first, 0n);
  while ((await start()) < 100n) {
    now += 10_000;
    await new Promise((again) => setTimeout(again, 20));
  }
  await append(200);
  await log.close();
  whole = readFileSync(file);
  descriptor = openSync(file, 'r+');
});
afterAll(() => closeSync(descriptor));

function damageOfBytes(bytes: Buffer): string | undefined {
  ftruncateSync(descriptor);
  writeSync(descriptor, bytes, 0, bytes.length, 0);
  return damageOf(descriptor);
}

function changed(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(whole);
  change(bytes);
  return bytes;
}

/** Page numbers of the branches and leaves that the newest head reaches, or reached before. */
const treePages = () =>
  Array.from({ length: whole.length / pageSize }, (_, number) => number).filter((number) => {
    const at = number * pageSize;
    const isTree = [1, 2].includes(whole.readUInt16LE(at + 18));
    return number > 1 && isTree && whole.readBigUInt64LE(at) === BigInt(number);
  });

const foreign = /^it does not begin as a log does/;
const endMissing = /^its end is missing: it has \d+ pages, and its head names \d+$/;
const otherOrder = /^it was written on a machine with the other byte order$/;
const otherFormat = /^its format is 1, and this program reads 2$/;
const noSize = /^its head names pages of 5000 bytes, which cannot be$/;

const random = () => Buffer.from(whole.map((_, index) => (index * 73) % 251));
const another = () => Buffer.from('SQLite format 3\0'.repeat(1000));
const first = (bytes: number) => () => whole.subarray(0, bytes);
const untilLastPage = () => whole.subarray(0, Math.max(...reachable()) * pageSize);
const zeroed = (from: number, to?: number) => () => changed((bytes) => bytes.fill(0, from, to));
const written = (number: number, at: number) => () => changed((bytes) => bytes.writeUInt32LE(number, at));
const swapped = () => changed((bytes) => bytes.subarray(24, 28).swap32());

test.each<[string, () => Buffer, RegExp]>([
  ['random bytes', random, foreign],
  ["another program's file", another, foreign],
  ['zeros', zeroed(0), /^its head is all zeros$/],
  ['a few bytes', first(100), /^it ends after 100 bytes, within its head$/],
  ['the first head alone', first(pageSize), /^it ends after 4,096 bytes, within its head$/],
  ['the heads alone', first(2 * pageSize), /^its end is missing: it has 2 pages, and its head names \d+$/],
  ['a half', () => whole.subarray(0, whole.length / 2), endMissing],
  ['all before the last page in use', untilLastPage, endMissing],
  ['a second head of zeros', zeroed(pageSize, 2 * pageSize), /^its head is all zeros$/],
  ['the other byte order', swapped, otherOrder],
  ['another format', written(1, 28), otherFormat],
  ['an impossible page size', written(5000, 48), noSize],
  ['heads of two files', written(8192, pageSize + 48), /^its two heads contradict each other$/],
  ['zeros after the heads', zeroed(2 * pageSize), /^its page \d+ of \d+ is overwritten$/],
])('reports %s', (_, bytes, damage) => {
  expect(damageOfBytes(bytes())).toMatch(damage);
});

test('an intact file is not damaged, and every overwritten page of a tree is, unless it is no longer used', () => {
  expect(damageOfBytes(whole)).toBeUndefined();
  const zeros = Buffer.alloc(pageSize);
  const noticed = treePages().filter((number) => {
    const at = number * pageSize;
    writeSync(descriptor, zeros, 0, pageSize, at);
    const damage = damageOf(descriptor);
    writeSync(descriptor, whole, at, pageSize, at);
    return damage !== undefined;
  });
  // LMDB keeps only the numbers of free pages and of those of the previous state.
  const reached = reachable();
  expect(reached.size).toBeGreaterThan(20);
  expect(new Set(noticed)).toEqual(reached);
});

/** Found in another way than the tested one: a page is in use when it holds data that no newer page does. */
function reachable(): Set<number> {
  const heads = [0, pageSize].sort((one, other) =>
    Number(whole.readBigUInt64LE(other + 152) - whole.readBigUInt64LE(one + 152)),
  );
  const [head = 0] = heads;
  const found = new Set<number>();
  const follow = (root: bigint) => {
    const number = Number(root);
    if (root === 0xffff_ffff_ffff_ffffn) return;
    found.add(number);
    const page = whole.subarray(number * pageSize, (number + 1) * pageSize);
    for (let index = 0; index < page.readUInt16LE(20) / 2; index++) {
      const node = 24 + page.readUInt16LE(24 + 2 * index);
      if (page.readUInt16LE(18) === 1) follow(BigInt(page.readUInt32LE(node)));
      else if (page.readUInt16LE(node + 4) === 2)
        follow(page.readBigUInt64LE(node + 8 + page.readUInt16LE(node + 6) + 40));
    }
  };
  follow(whole.readBigUInt64LE(head + 88));
  follow(whole.readBigUInt64LE(head + 136));
  return found;
}
