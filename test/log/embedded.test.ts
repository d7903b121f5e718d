import { statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Log, LogUnavailableError } from '@tallyhouse/log';
import { forEachTest } from '../api/shared-service.ts';
import { bundle } from '../harness/bundle.ts';
import { startProgram } from '../harness/program.ts';
import { ran } from '../harness/ran.ts';
import {
  expectNoGaps,
  held,
  messages,
  numbered,
  reading,
  readUntil,
  readValues,
  until,
  works,
} from './gather.ts';
import { embeddedPlace } from './place.ts';

const place = forEachTest(embeddedPlace);

test('takes appends of several processes at once, without gaps or doubles', async () => {
  const appender = await bundle('test/log/programs/appender.ts');
  const append = (name: string) => ran([process.execPath, appender, place.folder, name, '50']);
  const programs = await Promise.all(['a', 'b', 'c'].map(append));
  await rm(appender);
  expect(programs.map(({ code }) => code)).toEqual([0, 0, 0]);
  const acknowledged = programs.flatMap(({ out }) => out.split('\n').slice(0, -1));
  const read = await readUntil(place.open(), 'g', acknowledged.length);
  expectNoGaps(read);
  expect(read).toHaveLength(3 * 4 * 150);
  expect(read.map(({ value }) => value).sort()).toEqual(acknowledged.sort());
});

test('refuses messages at once while an earlier write stands still, and takes them again when that has ended', async () => {
  const log = place.open();
  const appender = await bundle('test/log/programs/appender.ts');
  const command = [process.execPath, appender, place.folder, 'other', '1', 'stop'];
  const other = await startProgram(command, { env: {}, readyUrls: [] });
  try {
    await other.printed('stopping');
    const writer = log.writer();
    const append = (name: string) => writer.append(messages([name]));
    await expect(append('waits')).rejects.toThrow('Writing to the log timed out after 5 s.');
    await expect(append('refused')).rejects.toThrow(LogUnavailableError);
    await other.end('SIGKILL');
    await until(() => works(writer.check()));
    await append('later');
    // A message that waited in memory would be written by now.
    expect(await readValues(log, 'g', 2)).toEqual(['waits', 'later']);
  } finally {
    await other.end('SIGKILL');
    await rm(appender);
  }
});

test('gives the group to another reader when its reader no longer renews its lease, and refuses later commits of the first', async () => {
  // A reader whose clock does not advance never renews its lease, like a frozen process. The other must renew its own in time.
  let frozenAt: number | undefined = Date.now();
  const frozen = place.open(4, { leaseMs: 4000, clock: () => frozenAt ?? Date.now() });
  const other = place.open(4, { leaseMs: 4000 });
  const append = (name: string) => other.writer().append(messages(numbered(name, 20)));
  await append('m');
  const { untilReleased, release } = held();
  let begun = 0;
  const first = await reading(frozen.reader('g'), async ({ values }) => {
    begun += values.length;
    await untilReleased;
  });
  await until(() => begun === 20);
  const second = await reading(other.reader('g'));
  await until(() => second.read.length === 20);
  await append('n');
  await until(() => second.read.length === 40);
  await until(async () => (await backlog(other, 'g')) === 0n);
  frozenAt = undefined;
  release();
  await append('o');
  await until(() => second.read.length === 60);
  await until(async () => (await backlog(other, 'g')) === 0n);
  expect([begun, first.fatal, second.fatal]).toEqual([20, [], []]);
});

test('removes messages that every group has read once they are older than the retention, and reuses the room', async () => {
  let now = 1_000_000;
  const log = place.open(4, { retainMs: 1000, clock: () => now });
  const writer = log.writer();
  const bulk = numbered('m', 200).map((key) => ({ key, value: Buffer.alloc(10_000, key) }));
  const groups = [await reading(log.reader('one')), await reading(log.reader('other'))];
  for (let round = 1; round <= 6; round++) {
    await writer.append(bulk);
    await until(async () => {
      now += 500;
      return groups.every(({ read }) => read.length === 200 * round) && (await kept(log)) === 0n;
    });
  }
  await log.close();
  // Each append is 2 MB: without reuse the file would be at 12 MB.
  expect(statSync(join(place.folder, 'log.mdb')).size).toBeLessThan(8_000_000);
  expect(groups.flatMap(({ fatal }) => fatal)).toEqual([]);
});

test('the commands of the runbook make its file small, and keep messages, offsets and commits', async () => {
  let now = 1_000_000;
  const log = place.open(4, { retainMs: 1000, clock: () => now });
  await log.writer().append(numbered('m', 200).map((key) => ({ key, value: Buffer.alloc(10_000, key) })));
  const { reader, read } = await reading(log.reader('g'));
  await until(async () => {
    now += 500;
    return read.length === 200 && (await kept(log)) === 0n;
  });
  await reader.close();
  await log.writer().append(messages(numbered('left', 3)));
  const before = await log.offsetRanges(0);
  await log.close();
  const file = join(place.folder, 'log.mdb');
  expect(statSync(file).size).toBeGreaterThan(2_000_000);

  const runbook = await readFile('docs/operations/runbook.md', 'utf8');
  const [, commands = ''] = /```sh\n(umask 077\n.*?)```/s.exec(runbook) ?? [];
  const { code, errors } = await ran(['sh', '-c', commands.replaceAll('data/log', place.folder)]);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  const { size, mode } = statSync(file);
  expect(size).toBeLessThan(100_000);
  expect(mode & 0o777).toBe(0o600);

  const again = place.open();
  expect(await again.offsetRanges(0)).toEqual(before);
  await again.writer().append(messages(['later']));
  expect(await readValues(again, 'g', 4)).toEqual([...numbered('left', 3), 'later']);
});

test('keeps messages that one of the groups has not read', async () => {
  let now = 1_000_000;
  const log = place.open(4, { retainMs: 1000, clock: () => now });
  await log.writer().append(messages(['first']));
  await readUntil(log, 'slow', 1);
  await log.writer().append(messages(numbered('m', 10)));
  const fast = await reading(log.reader('fast'));
  await until(async () => {
    now += 500;
    return fast.read.length === 11 && (await kept(log)) === 10n;
  });
  now += 1_000_000;
  expect(await readValues(log, 'slow', 10)).toEqual(numbered('m', 10));
});

describe('after the clock was a year ahead and is set back, a reader', () => {
  const year = 31_536_000_000;
  let now: number;
  let log: Log;
  beforeEach(async () => {
    now = Date.now() + year;
    log = place.open(4, { retainMs: 1000, clock: () => now });
    await log.writer().append(messages(numbered('m', 10)));
    await readUntil(log, 'g', 10);
    await reading(log.reader('g'));
    await until(() => log.reader('g').isConsumed());
    now -= year;
  });

  test('keeps its lease', () => until(() => log.reader('g').isConsumed()));

  test('goes on removing what is older than the retention', () =>
    until(async () => {
      now += 500;
      return (await kept(log)) === 0n;
    }));
});

/** How many messages the log still has: as many as a new group would read. */
const kept = (log: Log) => backlog(log, 'somebody new');

async function backlog(log: Log, group: string): Promise<bigint> {
  const lags = await log.reader(group).lag();
  return lags.reduce((sum, { end, committed }) => sum + end - committed, 0n);
}
