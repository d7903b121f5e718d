import { inspect } from 'node:util';
import type { Log, LogReader } from '@tallyhouse/log';
import { forEachTest } from '../api/shared-service.ts';
import { logger } from '../harness/quiet.ts';
import { sharedBrokers } from '../harness/shared/brokers.ts';
import { withAdmin } from '../harness/with-admin.ts';
import { caughtUp, held, lagOf, messagesOf, reading, readyWriter, until } from './gather.ts';
import { kafkaPlace } from './place.ts';

let paused: string[];
let errors: string[];
const place = forEachTest(() => {
  [paused, errors] = [[], []];
  // Only the log output of kafkajs shows that one fetch is read ahead, and not another.
  jest.spyOn(logger, 'debug').mockImplementation((...logged) => {
    if (String(logged[1]).startsWith('Pausing fetching')) paused.push(inspect(logged[0], { depth: 5 }));
  });
  jest.spyOn(logger, 'error').mockImplementation((...logged) => void errors.push(inspect(logged)));
  return kafkaPlace({ logger });
});

/** A reader whose handler waits to be released, and the beginnings of the messages that it has begun to handle. */
async function waiting(log: Log) {
  const begun: string[] = [];
  const { untilReleased, release } = held();
  const { reader } = await reading(log.reader('g'), async (batch) => {
    begun.push(...messagesOf(batch).map(({ value }) => value.slice(0, 20)));
    await untilReleased;
  });
  return { reader, begun, release };
}

const to = (partition: number, value: string) => ({ key: 'key', partition, value: Buffer.from(value) });

/** Makes it handle one message of each partition while another is read ahead. */
async function inHandAndAhead(log: Log, partitions: number) {
  const numbers = Array.from({ length: partitions }, (_, partition) => partition);
  const writer = await readyWriter(log);
  await writer.append(numbers.map((partition) => to(partition, `first-${partition}`)));
  const one = await waiting(log);
  await until(() => one.begun.length === partitions);
  await writer.append(numbers.map((partition) => to(partition, `second-${partition}`)));
  await until(() => numbers.every((n) => paused.some((line) => line.includes(`partitions: [ ${n} ]`))));
  return one;
}

async function committed(reader: LogReader, partition: number): Promise<bigint | undefined> {
  return (await lagOf(reader)).find((lag) => lag.partition === partition)?.committed;
}

test('messages read ahead are neither handled nor committed after their partition moved to another reader', async () => {
  const one = await inHandAndAhead(place.open(2), 2);
  expect(one.begun.sort()).toEqual(['first-0', 'first-1']);

  const other = await waiting(place.open(2));
  await until(() => other.begun.length > 0);
  const taken = other.begun[0] === 'first-0' ? 0 : 1;
  const kept = 1 - taken;
  one.release();
  await until(() => one.begun.includes(`second-${kept}`));
  await until(async () => (await committed(one.reader, kept)) === 2n);
  expect(one.begun).not.toContain(`second-${taken}`);
  expect(await committed(one.reader, taken)).toBe(0n);

  other.release();
  await until(() => caughtUp(other.reader));
  expect(other.begun).toEqual([`first-${taken}`, `second-${taken}`]);
});

test('messages read ahead are left to the next reader when this one is closed', async () => {
  const one = await inHandAndAhead(place.open(1), 1);
  const closing = one.reader.close();
  one.release();
  await closing;
  expect(one.begun).toEqual(['first-0']);

  const next = await waiting(place.open(1));
  next.release();
  await until(() => next.begun.includes('second-0'));
});

test('running and read-ahead batches are handled in order when a rebalance changes nothing', async () => {
  const one = await inHandAndAhead(place.open(1), 1);
  const before = one.reader.rebalances();
  // Two readers share a partition: whichever gets it has to read it in order.
  const other = await waiting(place.open(1));
  await until(() => one.reader.rebalances() > before);
  other.release();
  one.release();
  const writer = await readyWriter(place.open(1));
  await writer.append([to(0, 'third-0')]);
  await until(() => caughtUp(one.reader));
  for (const { begun } of [one, other]) expect(begun).toEqual([...begun].sort());
  expect(new Set([...one.begun, ...other.begun])).toEqual(new Set(['first-0', 'second-0', 'third-0']));
});

test('with a long backlog one fetch is being handled and only one is read ahead; later messages that expire are skipped', async () => {
  const log = place.open(1);
  const writer = await readyWriter(log);
  const fetchBytes = 16 * 1024 * 1024;
  const bytes = 800_000;
  const count = Math.ceil((4 * fetchBytes) / bytes);
  for (let n = 0; n < count; n++) await writer.append([to(0, `m-${n}`.padEnd(bytes))]);
  const one = await waiting(log);
  await until(() => paused.length > 0);
  const inHand = one.begun.length;

  const partitions = [{ partition: 0, offset: String(count) }];
  await withAdmin(await sharedBrokers(), async (admin) => {
    await admin.fetchTopicOffsets(place.topic);
    await admin.deleteTopicRecords({ topic: place.topic, partitions });
  });
  one.release();
  await until(() => one.reader.offsetResets() > 0);
  await writer.append([to(0, 'last')]);
  await until(() => one.begun.includes('last'));
  const handled = one.begun.length - 1;
  expect(handled).toBeGreaterThan(inHand);
  expect(handled).toBeLessThanOrEqual(2 * Math.ceil(fetchBytes / bytes));
  expect(one.reader.offsetResets()).toBe(1);
  expect(errors.join()).toMatch(new RegExp(`oldest: '${count}'.*the committed offset no longer exists`, 's'));
  await until(() => caughtUp(one.reader));
});
