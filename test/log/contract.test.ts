import {
  type BatchControl,
  type Log,
  type LogBatch,
  LogUnavailableError,
  maxMessageBytes,
  type OffsetRange,
  partitionOfKey,
} from '@tallyhouse/log';
import { forEachTest } from '../api/shared-service.ts';
import {
  byPartition,
  expectNoGaps,
  held,
  lagOf,
  message,
  messages,
  nextMoment,
  numbered,
  reading,
  readUntil,
  readValues,
  readyWriter,
  textsOf,
  until,
} from './gather.ts';
import { embeddedPlace, kafkaPlace, type Place } from './place.ts';

/** A key for each of 4 partitions. */
const keys = [0, 1, 2, 3].map((partition) => {
  const key = numbered('k', 100).find((candidate) => partitionOfKey(candidate, 4) === partition);
  if (key === undefined) throw new Error(`No key for partition ${partition}.`);
  return key;
});
const key = (partition: number) => keys[partition] ?? '';

describe.each([
  ['embedded', embeddedPlace],
  ['Kafka', kafkaPlace],
])('the %s log', (_name, createPlace) => {
  const place = forEachTest<Place>(createPlace);
  let log: Log;
  beforeEach(() => {
    log = place.open();
  });

  test('gives every group everything, messages of one key in one partition and in order, numbered from 0', async () => {
    const sent = numbered('m', 2000);
    const keyOf = (value: string) => `session-${Number(value.slice(2)) % 13}`;
    const writer = await readyWriter(log);
    for (let at = 0; at < sent.length; at += 500)
      await writer.append(messages(sent.slice(at, at + 500), keyOf));
    const ofGroups = await Promise.all(['one', 'other'].map((group) => readUntil(log, group, sent.length)));
    for (const read of ofGroups) {
      expect(read).toHaveLength(sent.length);
      expectNoGaps(read);
      for (const [partition, found] of byPartition(read))
        expect(found.map(({ value }) => value)).toEqual(
          sent.filter((value) => partitionOfKey(keyOf(value), 4) === partition),
        );
    }
  });

  test('hands a batch that could not be handled out again, and skips nothing', async () => {
    const sent = numbered('m', 100);
    await (await readyWriter(log)).append(messages(sent));
    const tries: string[][] = [];
    const { reader } = await reading(log.reader('g'), async (batch) => {
      tries.push(textsOf(batch));
      if (tries.length < 3) throw new Error('not now');
    });
    await until(() => tries.length === 3);
    await reader.close();
    expect(tries).toEqual([sent, sent, sent]);
  });

  test('continues after the last commit when it is closed and opened again', async () => {
    await (await readyWriter(log)).append(messages(numbered('first', 10)));
    await readUntil(log, 'g', 10);
    await log.close();

    const again = place.open();
    await (await readyWriter(again)).append(messages(numbered('second', 10)));
    expect(await readValues(again, 'g', 10)).toEqual(numbered('second', 10));
  });

  test('signals a handler when its reader is closed, and redelivers the batch later', async () => {
    await (await readyWriter(log)).append(messages(['m']));
    let [begun, gaveUp] = [false, false];
    const { reader } = await reading(log.reader('g'), async (_, control) => {
      begun = true;
      await until(() => control.abandoned());
      gaveUp = true;
      throw new Error('given up');
    });
    await until(() => begun);
    await reader.close();
    expect(gaveUp).toBe(true);
    expect(await readValues(log, 'g', 1)).toEqual(['m']);
  });

  test('does not let a partition wait for the handler of another', async () => {
    const writer = await readyWriter(log);
    await writer.append(messages(['slow'], () => key(0)));
    const slow = held();
    const { reader, values, fatal } = await reading(log.reader('g'), async (batch) => {
      if (textsOf(batch).includes('slow')) await slow.untilReleased;
    });
    for (const value of ['one', 'two', 'three']) {
      await writer.append(messages([value], () => key(1)));
      await until(() => values().includes(value));
    }
    slow.release();
    await until(() => values().includes('slow'));
    await writer.append(messages(['after'], () => key(0)));
    await until(() => values().includes('after'));
    await reader.close();
    expect([fatal, values()]).toEqual([[], ['one', 'two', 'three', 'slow', 'after']]);
  });

  test("reports a group's backlog", async () => {
    const writer = await readyWriter(log);
    const reader = log.reader('g');
    const value = (partition: number) => messages(['x', 'y', 'z'], () => key(partition));
    await writer.append([...value(0), ...value(2)]);
    const backlog = (...of: [end: bigint, committed: bigint][]) =>
      of.map(([end, committed], partition) => ({ partition, end, committed }));
    expect(await lagOf(reader)).toEqual(backlog([3n, 0n], [0n, 0n], [3n, 0n], [0n, 0n]));
    await readUntil(log, 'g', 6);
    await writer.append(value(2));
    expect(await lagOf(reader)).toEqual(backlog([3n, 3n], [0n, 0n], [6n, 3n], [0n, 0n]));
  });

  test('knows whether a reader of the group consumes', async () => {
    const [reader, other] = [log.reader('g'), log.reader('g')];
    expect(await other.isConsumed()).toBe(false);
    await reading(reader);
    await until(() => other.isConsumed());
    await reader.close();
    await until(async () => !(await other.isConsumed()));
    expect(await log.reader('another').isConsumed()).toBe(false);
  });

  test('gives every byte back: empty and large values, newlines, NUL, 0xFF', async () => {
    const values = [
      Buffer.alloc(0),
      Buffer.from('a\nb\r\n'),
      Buffer.from([0, 255, 0, 254, 10, 13, 128]),
      Buffer.alloc(800_000, 'large'),
      Buffer.from('Zoë ☃ 😀'),
    ];
    await (await readyWriter(log)).append(values.map((value) => ({ key: 'k', value })));
    const read: Buffer[] = [];
    const { reader } = await reading(log.reader('g'), async (batch) => {
      read.push(...batch.values.map((value) => Buffer.from(value)));
    });
    await until(() => read.length >= values.length);
    await reader.close();
    expect(read.map((value) => value.toString('hex'))).toEqual(values.map((value) => value.toString('hex')));
  });

  test('refuses a message that is too large, and all others of that append', async () => {
    const writer = await readyWriter(log);
    const large = { key: 'k', value: Buffer.alloc(maxMessageBytes) };
    await expect(writer.append([...messages(['beside']), large])).rejects.toThrow(RangeError);
    await writer.append(messages(['next']));
    expect(await readValues(log, 'g', 1)).toEqual(['next']);
  });

  test('hands out a long backlog in order, at most 50,000 messages at once', async () => {
    const sent = numbered('m', 60_000);
    const writer = await readyWriter(log);
    for (let at = 0; at < sent.length; at += 5000) await writer.append(messages(sent.slice(at, at + 5000)));
    const sizes: number[] = [];
    const { reader, values } = await reading(log.reader('g'), async (batch) => {
      sizes.push(batch.values.length);
    });
    await until(() => values().length >= sent.length);
    await reader.close();
    expect(values()).toEqual(sent);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(50_000);
  });

  test('keeps the number of partitions that it was created with', async () => {
    await (await readyWriter(log)).append(messages(['m']));
    const other = place.open(7);
    await (await readyWriter(other)).append(messages(numbered('n', 20), (value) => value));
    expect(await other.reader('g').lag()).toHaveLength(4);
  });

  test('appends a message with a partition there, with any key', async () => {
    const stated = numbered('m', 8).map((value, index) => ({ ...message(value), partition: index }));
    await (await readyWriter(log)).append(stated);
    const read = byPartition(await readUntil(log, 'g', 8));
    for (const partition of [0, 1, 2, 3]) {
      const values = read.get(partition)?.map(({ value }) => value);
      expect(values).toEqual([`m-${partition}`, `m-${partition + 4}`]);
    }
  });

  describe('read again', () => {
    const notEnded = new AbortController().signal;
    /** Appends one after another, with a later time each; the times returned are in between. */
    async function appendInTurn(...turns: string[][]): Promise<number[]> {
      const writer = await readyWriter(log);
      const times: number[] = [];
      for (const values of turns) {
        times.push(await nextMoment());
        await writer.append(messages(values, (value) => value));
      }
      times.push(await nextMoment());
      return times;
    }
    async function readAgain(stretches: OffsetRange[]): Promise<string[]> {
      const read: string[] = [];
      const handle = async (batch: LogBatch) => void read.push(...textsOf(batch));
      expect(await log.read(stretches, handle, notEnded)).toBe(true);
      return read.sort();
    }

    test('reads messages appended from one time up to another or the end', async () => {
      const turns = ['a', 'b', 'c', 'd'].map((name) => numbered(name, 20));
      const [begin = 0, second, third, last, end = 0] = await appendInTurn(...turns);
      const [a = [], b = [], c = [], d = []] = turns;
      const found = async (from = 0, to?: number) => readAgain(await log.offsetRanges(from, to));
      expect(await found(0)).toEqual([...a, ...b, ...c, ...d].sort());
      expect(await found(begin)).toEqual([...a, ...b, ...c, ...d].sort());
      expect(await found(second, last)).toEqual([...b, ...c].sort());
      expect(await found(third)).toEqual([...c, ...d].sort());
      expect(await found(0, begin)).toEqual([]);
      expect(await found(end)).toEqual([]);
      expect(await found(end, begin)).toEqual([]);
    });

    test('finds the first offset and the end of a range in each partition', async () => {
      const writer = await readyWriter(log);
      await writer.append(messages(['x', 'y'], () => key(0)));
      const between = await nextMoment();
      await writer.append([...messages(['z'], () => key(0)), ...messages(['v', 'w'], () => key(2))]);
      expect(await log.offsetRanges(between)).toEqual([
        { partition: 0, first: 2n, end: 3n },
        { partition: 1, first: 0n, end: 0n },
        { partition: 2, first: 0n, end: 2n },
        { partition: 3, first: 0n, end: 0n },
      ]);
    });

    test('leaves the groups where they are, and ends where the log ended', async () => {
      await appendInTurn(numbered('read', 30));
      await readUntil(log, 'g', 30);
      const stretches = await log.offsetRanges(0);
      await appendInTurn(numbered('later', 30));
      const before = await lagOf(log.reader('g'));
      expect(await readAgain(stretches)).toEqual(numbered('read', 30).sort());
      expect(await lagOf(log.reader('g'))).toEqual(before);
      expect((await readValues(log, 'g', 30)).sort()).toEqual(numbered('later', 30).sort());
    });

    test('begins and ends in the middle of an append, and reads no other partition', async () => {
      const both = [1, 2].flatMap((partition) => messages(numbered('m', 10), () => key(partition)));
      await (await readyWriter(log)).append(both);
      expect(await readAgain([{ partition: 1, first: 3n, end: 6n }])).toEqual(['m-3', 'm-4', 'm-5']);
    });

    test('hands a batch out again until it is handled', async () => {
      await (await readyWriter(log)).append(messages(['a', 'b']));
      const tries: string[][] = [];
      const handle = async (batch: LogBatch) => {
        tries.push(textsOf(batch));
        if (tries.length < 3) throw new Error('not now');
      };
      expect(await log.read(await log.offsetRanges(0), handle, notEnded)).toBe(true);
      expect(tries).toEqual(Array(3).fill(['a', 'b']));
    });

    test('ends early on a signal, which the handler sees', async () => {
      await (await readyWriter(log)).append(messages(['a', 'b']));
      const ending = new AbortController();
      let gaveUp = false;
      const handle = async (_batch: LogBatch, control: BatchControl) => {
        ending.abort();
        await until(() => control.abandoned());
        gaveUp = true;
        throw new Error('given up');
      };
      expect(await log.read(await log.offsetRanges(0), handle, ending.signal)).toBe(false);
      expect(gaveUp).toBe(true);
    });

    test('moves a group to given offsets', async () => {
      const writer = await readyWriter(log);
      await writer.append(messages(numbered('m', 6), () => key(3)));
      await readUntil(log, 'g', 6);
      await log.reader('g').seek([{ partition: 3, offset: 4n }]);
      expect((await lagOf(log.reader('g'))).map(({ committed }) => committed)).toEqual([0n, 0n, 0n, 4n]);
      expect(await readValues(log, 'g', 2)).toEqual(['m-4', 'm-5']);
      await log.reader('new').seek([{ partition: 3, offset: 5n }]);
      expect(await readValues(log, 'new', 1)).toEqual(['m-5']);
    });
  });

  test('takes nothing more after it was closed', async () => {
    const writer = await readyWriter(log);
    await writer.check();
    await writer.append([]);
    await writer.close();
    await expect(writer.append(messages(['m']))).rejects.toThrow(LogUnavailableError);
  });
});
