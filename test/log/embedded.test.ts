import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CorruptLogError,
  createEmbeddedLog,
  type Log,
  type LogBatch,
  type PartitionLag,
} from '@tallyhouse/log';
import { bundle } from '../harness/bundle.ts';
import { byPartition, messages, messagesOf, numbered, readUntil, until } from './gather.ts';
import { embeddedPlace, quiet } from './place.ts';
import { type Program, startProgram } from './program.ts';

let place: Awaited<ReturnType<typeof embeddedPlace>>;
let running: Program[] = [];
let appender = '';
let reader = '';
let filler = '';

beforeAll(async () => {
  const program = (name: string) => bundle(`test/log/programs/${name}.ts`);
  [appender, reader, filler] = await Promise.all([program('appender'), program('reader'), program('filler')]);
});
afterAll(() => Promise.all([appender, reader, filler].map((file) => rm(file, { force: true }))));
beforeEach(async () => {
  place = await embeddedPlace();
});
afterEach(async () => {
  await Promise.all(running.map((program) => program.end()));
  running = [];
  await place.remove();
});

function start(file: string, ...args: string[]): Program {
  const program = startProgram(process.execPath, [file, ...args]);
  running.push(program);
  return program;
}

/** The numbers of the messages in the log, for each chain of appends, ascending. Checked on the way: no gaps in the offsets. */
async function everything(atLeast: readonly string[]): Promise<Map<string, number[]>> {
  const wanted = new Set(atLeast);
  const read = await readUntil(place.open(), 'everything', (found) => {
    for (const { value } of found) wanted.delete(value);
    return wanted.size === 0;
  });
  for (const found of byPartition(read).values()) {
    expect(found.map(({ offset }) => offset)).toEqual(found.map((_, index) => BigInt(index)));
  }
  return byChain(read.map(({ value }) => value));
}

function byChain(values: readonly string[]): Map<string, number[]> {
  const numbers = new Map<string, number[]>();
  for (const value of values) {
    const name = value.slice(0, value.lastIndexOf('-'));
    numbers.set(name, [...(numbers.get(name) ?? []), Number(value.slice(name.length + 1))]);
  }
  for (const found of numbers.values()) found.sort((one, other) => one - other);
  return numbers;
}

test('keeps every acknowledged message, in order and once, when the writer is killed at any moment', async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 6; round++) {
    const program = start(appender, place.folder, `round${round}`);
    await program.printed(1 + Math.floor(Math.random() * 500));
    await program.end('SIGKILL');
    acknowledged.push(...program.lines);
  }
  const stored = await everything(acknowledged);
  const printed = byChain(acknowledged);
  for (const [name, numbers] of stored) {
    expect(numbers).toEqual(numbers.map((_, index) => index));
    // The last append of a chain may be stored without having been acknowledged: then as a whole.
    expect(numbers.length - (printed.get(name)?.length ?? 0)).toBeLessThanOrEqual(5);
  }
});

test('takes appends of several processes at once, without gaps or doubles', async () => {
  const programs = ['a', 'b', 'c'].map((name) => start(appender, place.folder, name, '50'));
  await Promise.all(programs.map(({ exited }) => exited));
  const stored = await everything(programs.flatMap(({ lines }) => lines));
  const all = Array.from({ length: 150 }, (_, number) => number);
  expect([...stored.values()]).toEqual(Array.from({ length: 12 }, () => all));
});

test('hands the group on when the process of its reader is killed', async () => {
  const writer = place.open().writer();
  await writer.append(messages(numbered('m', 100), (value) => value));
  const first = start(reader, place.folder, '60000', '0');
  await first.printed(100);
  const second = start(reader, place.folder, '60000', '0');
  await writer.append(messages(numbered('n', 100), (value) => value));
  await first.printed(200);
  await first.end('SIGKILL');
  await writer.append(messages(numbered('o', 100), (value) => value));
  // The lease had almost a minute to go.
  await until(() => numbered('o', 100).every((value) => second.lines.includes(value)));
});

test('gives the group to another reader when its reader no longer renews its lease, and refuses later commits of the first', async () => {
  // A reader whose clock does not advance never renews, like one whose process is frozen. The other must not be late to renew its own.
  let frozenAt: number | undefined = Date.now();
  const frozen = createEmbeddedLog({ ...options(), leaseMs: 4000, clock: () => frozenAt ?? Date.now() });
  const other = createEmbeddedLog({ ...options(), leaseMs: 4000 });
  await other.writer().append(messages(numbered('m', 20)));
  let goOn = () => {};
  const untilGoingOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const handled = { first: 0, second: 0 };
  const fail = (error: unknown) => {
    throw error;
  };
  await frozen.reader('g').consume(async ({ values }) => {
    handled.first += values.length;
    await untilGoingOn;
  }, fail);
  await until(() => handled.first === 20);
  await other.reader('g').consume(async ({ values }) => {
    handled.second += values.length;
  }, fail);
  await until(() => handled.second === 20);
  await other.writer().append(messages(numbered('n', 20)));
  await until(() => handled.second === 40);
  await until(async () => (await behind(other)) === 0n);
  frozenAt = undefined;
  goOn();
  await other.writer().append(messages(numbered('o', 20)));
  await until(() => handled.second === 60);
  await until(async () => (await behind(other)) === 0n);
  expect(handled.first).toBe(20);
  await Promise.all([frozen.close(), other.close()]);
});

test('removes messages that every group has read once they are older than the retention, and reuses the room', async () => {
  const time = { now: 1_000_000 };
  const log = createEmbeddedLog({ ...options(), retainMs: 1000, clock: () => time.now });
  const writer = log.writer();
  const bulk = numbered('m', 200).map((key) => ({ key, value: Buffer.alloc(10_000, key) }));
  const handled = [await countHandled(log, 'one'), await countHandled(log, 'other')];
  const sizes: number[] = [];
  for (let round = 1; round <= 10; round++) {
    await writer.append(bulk);
    await until(async () => {
      time.now += 500;
      return handled.every(({ count }) => count === 200 * round) && (await kept(log)) === 0n;
    });
    sizes.push(statSync(join(place.folder, 'log.mdb')).size);
  }
  await log.close();
  // 2 MB an append: without reuse the file would be at 20 MB.
  expect(sizes.at(-1)).toBeLessThan(10_000_000);
});

test('keeps messages that one of the groups has not read', async () => {
  const time = { now: 1_000_000 };
  const log = createEmbeddedLog({ ...options(), retainMs: 1000, clock: () => time.now });
  await log.writer().append(messages(['first']));
  await readUntil(log, 'slow', 1);
  await log.writer().append(messages(numbered('m', 10)));
  const fast = await countHandled(log, 'fast');
  await until(async () => {
    time.now += 500;
    return fast.count === 11 && (await kept(log)) === 10n;
  });
  time.now += 1_000_000;
  expect((await readUntil(log, 'slow', 10)).map(({ value }) => value)).toEqual(numbered('m', 10));
  await log.close();
});

test('stops with an error at a damaged record instead of skipping it', async () => {
  const log = place.open();
  await log.writer().append(messages(['good']));
  await log.writer().append([{ key: 'key', value: Buffer.alloc(20_000, 'SPOIL') }]);
  await log.writer().append(messages(['good']));
  await log.close();
  const file = join(place.folder, 'log.mdb');
  const bytes = readFileSync(file);
  bytes[bytes.indexOf('SPOILSPOIL')] = 0;
  writeFileSync(file, bytes);

  const read: string[] = [];
  const reader = place.open().reader('g');
  const failed = new Promise<unknown>((resolve, reject) => {
    const handle = async (batch: LogBatch) => {
      read.push(...messagesOf(batch).map(({ value }) => value));
    };
    reader.consume(handle, resolve).catch(reject);
  });
  expect(await failed).toBeInstanceOf(CorruptLogError);
  expect(read).toEqual([]);
});

test('refuses appends when the disk is full, loses nothing, and continues when there is room', async () => {
  // A limit on the size of files simulates the full disk: 8,000 blocks of 512 bytes. (LMDB's wrapper prints the failure.)
  const program = startProgram('sh', [
    '-c',
    'ulimit -f 8000; exec "$0" "$@" 2>/dev/null',
    process.execPath,
    filler,
    place.folder,
  ]);
  running.push(program);
  await program.exited;
  const acknowledged = program.lines.filter((line) => /^\d+$/.test(line));
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(program.lines.slice(acknowledged.length)).toEqual(['unavailable', 'unavailable', 'unavailable']);

  const log = place.open();
  await log.writer().append(messages(['room again']));
  const read = await readUntil(log, 'g', (found) => found.at(-1)?.value === 'room again');
  expect(read.map(({ value }) => value.slice(0, value.indexOf('-'))).slice(0, acknowledged.length)).toEqual(
    acknowledged,
  );
});

/** Starts a reader that handles everything; gives the number of messages it has handled so far. */
async function countHandled(log: Log, group: string): Promise<{ count: number }> {
  const handled = { count: 0 };
  await log.reader(group).consume(
    async ({ values }) => {
      handled.count += values.length;
    },
    (error) => {
      throw error;
    },
  );
  return handled;
}

/** How many messages the log still has: those that a group would read that begins now. */
async function kept(log: Log): Promise<bigint> {
  return total(await log.reader('somebody new').lag());
}

async function behind(log: Log): Promise<bigint> {
  return total(await log.reader('g').lag());
}

function total(lags: readonly PartitionLag[]): bigint {
  return lags.reduce((sum, { end, committed }) => sum + end - committed, 0n);
}

function options() {
  return { folder: place.folder, partitions: 4, retainMs: 60_000, logger: quiet };
}
