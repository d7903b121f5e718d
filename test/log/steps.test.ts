import { LogUnavailableError, openGrowingTopic, type PartitionStep, partitionOfKey } from '@tallyhouse/log';
import { logger } from '../harness/quiet.ts';
import { sharedBrokers } from '../harness/shared/brokers.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { messages, readUntil, until, works } from './gather.ts';
import { kafkaPlace } from './place.ts';

const hour = 3_600_000;

const stepsAt = (from: number): PartitionStep[] => [
  { from: 0, partitions: 2 },
  { from, partitions: 4 },
];

/** Ids of sessions that begin at a time, one for each partition. */
function sessions(at: number, partitions: number): string[] {
  const found = new Map<number, string>();
  while (found.size < partitions) {
    const id = uuid7(at);
    found.set(partitionOfKey(id, partitions), id);
  }
  return [...found.values()];
}

const keyed = (ids: readonly string[]) => messages(ids, (id) => id);

test('sessions from before a step keep their partitions, and those from then on wait until the topic has grown', async () => {
  const cutover = Date.now() + hour;
  const place = await kafkaPlace();
  const plain = place.open(2).writer();
  await until(() => works(plain.check()));
  const stepping = await kafkaPlace({ steps: stepsAt(cutover), topic: place.topic });
  const log = stepping.open(4);
  const writer = log.writer();
  const [before, after] = [sessions(cutover - 1, 4), sessions(cutover, 4)];
  await until(() => works(writer.append(keyed(before))));
  await writer.check();

  const lacking = keyed(after).filter((message) => !writer.takes(message));
  expect(lacking).toHaveLength(2);
  await expect(writer.append(keyed(after))).rejects.toThrow(LogUnavailableError);
  await expect(writer.append(keyed(after))).rejects.toThrow(
    `The topic ${place.topic} has 2 partitions, fewer than KAFKA_PARTITIONS=2,4@`,
  );

  const topic = { brokers: await sharedBrokers(), topic: place.topic, partitions: 2, retentionHours: 1 };
  const growing = openGrowingTopic({ ...topic, logger });
  expect((await growing.ends())?.length).toBe(2);
  await growing.grow(4);
  await growing.grow(4);
  await growing.close();
  await until(() => works(writer.append(keyed(after))));
  expect(keyed(after).every((message) => writer.takes(message))).toBe(true);
  await writer.append(keyed(before));

  const read = await readUntil(log, 'g', 12);
  const places = new Set(read.map(({ value, partition }) => `${value} ${partition}`));
  const expected = [
    ...before.map((id) => `${id} ${partitionOfKey(id, 2)}`),
    ...after.map((id) => `${id} ${partitionOfKey(id, 4)}`),
  ];
  expect([...places].sort()).toEqual(expected.sort());
  for (const one of [stepping, place]) await one.remove();
});

test('a writer is not ready when the topic lacks the partitions of a step that is past, or has another number', async () => {
  const place = await kafkaPlace();
  await until(() => works(place.open(2).writer().check()));
  const late = await kafkaPlace({ steps: stepsAt(Date.now() - 1), topic: place.topic });
  const writer = late.open(4).writer();
  await until(() => works(writer.append(keyed(sessions(0, 2)))));
  await expect(writer.check()).rejects.toThrow('Run tallyhouse reshard run.');

  const steps = [
    { from: 0, partitions: 3 },
    { from: 1, partitions: 6 },
  ];
  const other = await kafkaPlace({ steps, topic: place.topic });
  const wrong = other.open(6).writer();
  const refusal = () => wrong.check().catch(String);
  const none = 'which is none of the numbers in KAFKA_PARTITIONS=3,6@';
  await until(async () => String(await refusal()).includes(none));
  for (const one of [late, other, place]) await one.remove();
});
