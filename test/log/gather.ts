import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchControl, Log, LogBatch, LogMessage, LogReader, LogWriter } from '@tallyhouse/log';

export interface Read {
  partition: number;
  offset: bigint;
  value: string;
}

/** The messages of a batch, with values as text. */
export function messagesOf(batch: LogBatch): Read[] {
  return batch.values.map((value, index) => {
    const offset = batch.offsets[index];
    if (offset === undefined) throw new Error('A value without an offset.');
    return { partition: batch.partition, offset, value: value.toString() };
  });
}

export const textsOf = (batch: LogBatch) => batch.values.map(String);

/** The values in a result of {@link readUntil}. */
export const readValues = async (...given: Parameters<typeof readUntil>) =>
  (await readUntil(...given)).map(({ value }) => value);

/** Each partition's offsets are 0, 1, 2 and so on, in the order of arrival. */
export function expectNoGaps(read: readonly Read[]): void {
  for (const found of byPartition(read).values())
    expect(found.map(({ offset }) => Number(offset))).toEqual(found.map((_, index) => index));
}

/** Reads for a group until so many messages were handled, and closes the reader. @returns them in the order of arrival */
export async function readUntil(log: Log, group: string, count: number): Promise<Read[]> {
  const { reader, read, fatal } = await reading(log.reader(group));
  await until(() => read.length >= count || fatal.length > 0);
  if (fatal.length > 0) throw fatal[0];
  await reader.close();
  return read;
}

/** Notes what a reader handles; it awaits `before` ahead of each batch. `fatal` gets the error that ends it. */
export async function reading(
  reader: LogReader,
  before: (batch: LogBatch, control: BatchControl) => Promise<void> = async () => {},
) {
  const read: Read[] = [];
  const fatal: unknown[] = [];
  const note = async (batch: LogBatch, control: BatchControl) => {
    await before(batch, control);
    read.push(...messagesOf(batch));
  };
  await reader.consume(note, (error) => fatal.push(error));
  return { reader, read, fatal, values: () => read.map(({ value }) => value) };
}

/** A promise, and a function that fulfils it. */
export function held(): { untilReleased: Promise<void>; release(): void } {
  let release = () => {};
  const untilReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { untilReleased, release: () => release() };
}

export const message = (value: string): LogMessage => ({ key: 'key', value: Buffer.from(value) });

/** A time in milliseconds, later than everything so far and earlier than everything to come. */
export async function nextMoment(): Promise<number> {
  const before = Date.now();
  await until(() => Date.now() > before + 1);
  return before + 1;
}

/** One message for each value, with one key for all unless given. */
export const messages = (values: readonly string[], key: (value: string) => string = () => 'key') =>
  values.map((value): LogMessage => ({ key: key(value), value: Buffer.from(value) }));

export const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`);

export function byPartition(read: readonly Read[]): Map<number, Read[]> {
  const found = new Map<number, Read[]>();
  for (const one of read) found.set(one.partition, [...(found.get(one.partition) ?? []), one]);
  return found;
}

type Awaitable<Value> = Value | Promise<Value>;

/** Asks until a condition holds or something is found; otherwise jest's timeout ends the test. A broker has three quarters of the time to respond. */
export async function until<Found>(ask: () => Awaitable<Found | false | undefined>): Promise<Found> {
  for (;;) {
    const asked = Date.now();
    const found = await ask();
    if (found !== false && found !== undefined) return found;
    await sleep(Math.max(10, 3 * (Date.now() - asked)));
  }
}

/** Whether it resolved. */
export const works = (attempt: Promise<unknown>) => attempt.then(() => true).catch(() => false);

/** A connected writer to an existing topic: on a busy machine both take longer than an append waits. */
export async function readyWriter(log: Log): Promise<LogWriter> {
  const writer = log.writer();
  await until(() => works(writer.check()));
  return writer;
}

/** The group's offset. A busy broker may respond too late, so it is asked again. */
export const lagOf = (reader: Pick<LogReader, 'lag'>) => until(() => reader.lag().catch(() => undefined));

/** Whether the group has read everything. A busy broker may respond too late, which counts as no. */
export async function caughtUp(reader: Pick<LogReader, 'lag'>): Promise<boolean> {
  const lag = await reader.lag().catch(() => undefined);
  return lag?.every(({ end, committed }) => end === committed) ?? false;
}
