import { LogUnavailableError } from '@tallyhouse/log';
import { createLogger } from '@tallyhouse/service';
import { freePort } from '../harness/free-port.ts';
import { type RestartableKafka, startBrokerAlone } from '../harness/kafka-java.ts';
import {
  byPartition,
  caughtUp,
  held,
  messages,
  numbered,
  type Read,
  reading,
  until,
  works,
} from './gather.ts';
import { kafkaClient, kafkaPlace } from './place.ts';

const tries = 10;

let kafka: RestartableKafka;
let place: Awaited<ReturnType<typeof kafkaPlace>>;
let warnings: { line: string; at: number }[];

beforeEach(async () => {
  warnings = [];
  const logger = createLogger('test', 'silent');
  jest.spyOn(logger, 'warn').mockImplementation((...logged) => {
    warnings.push({ line: String(logged[1]), at: Date.now() });
  });
  const address = `127.0.0.1:${await freePort()}`;
  // It cannot keep three copies of the groups' commits, so no group has a coordinator.
  kafka = await startBrokerAlone({
    address,
    controller: `127.0.0.1:${await freePort()}`,
    properties: { 'offsets.topic.replication.factor': 3 },
  });
  place = await kafkaPlace({ brokers: kafka.brokers, logger });
});
afterEach(async () => {
  await place?.remove();
  await kafka?.stop();
});

/** Lets the broker keep the commits of groups, in one copy. */
async function letCoordinate(): Promise<void> {
  const admin = (await kafkaClient(kafka.brokers)).admin();
  await admin.connect();
  const configEntries = [{ name: 'cleanup.policy', value: 'compact' }];
  const topics = [{ topic: '__consumer_offsets', numPartitions: 1, replicationFactor: 1, configEntries }];
  await admin.createTopics({ topics, waitForLeaders: false });
  await admin.disconnect();
}

/** A reader that awaits `before` ahead of each batch, and the most batches of a partition that it handled at once. */
async function counting(before: () => Promise<void> = async () => {}) {
  const inHand = new Map<number, number>();
  let mostAtOnce = 0;
  const one = await reading(place.open(2).reader('g'), async ({ partition }) => {
    inHand.set(partition, (inHand.get(partition) ?? 0) + 1);
    mostAtOnce = Math.max(mostAtOnce, inHand.get(partition) ?? 0);
    await before();
    inHand.set(partition, (inHand.get(partition) ?? 0) - 1);
  });
  return { ...one, mostAtOnce: () => mostAtOnce };
}

const offsetsOf = (read: readonly Read[]) =>
  [...byPartition(read).values()].map((of) => of.map(({ offset }) => Number(offset)));

test('begins to read once its group has a coordinator, however often there was none', async () => {
  const values = numbered('m', 100);
  await until(() =>
    works(
      place
        .open(2)
        .writer()
        .append(messages(values, (value) => value)),
    ),
  );
  const { reader, read, fatal } = await counting();
  await until(() => reader.rejoins() >= tries);
  await expect(reader.check()).rejects.toThrow(LogUnavailableError);
  await expect(reader.check()).rejects.toThrow(/coordinator is not available/);
  expect([read, fatal]).toEqual([[], []]);
  const warned = warnings.filter(({ line }) => line.includes('coordinator is not available'));
  expect(warned.length).toBeGreaterThan(0);
  // Once a minute, however often it tries.
  for (const [index, { at }] of warned.slice(1).entries())
    expect(at - (warned[index]?.at ?? 0)).toBeGreaterThanOrEqual(60_000);

  await letCoordinate();
  await until(() => read.length >= values.length && caughtUp(reader));
  expect(read.map(({ value }) => value).sort()).toEqual([...values].sort());
  for (const offsets of offsetsOf(read)) expect(offsets).toEqual(offsets.map((_, index) => index));
  await reader.check();
  expect(fatal).toEqual([]);
});

test('can be closed while its group has no coordinator', async () => {
  const { reader } = await counting();
  await until(() => reader.rejoins() >= 3);
  await reader.close();
  const rejoins = reader.rejoins();
  const { reader: other } = await counting();
  await until(() => other.rejoins() >= 3);
  expect(reader.rejoins()).toBe(rejoins);
});

test('a broker that dies in the middle of a batch leaves nothing out, and hands nothing out twice at once', async () => {
  await letCoordinate();
  const writer = place.open(2).writer();
  await until(() => works(writer.append(messages(numbered('before', 20), (value) => value))));
  let hold: ReturnType<typeof held> | undefined;
  let begun = 0;
  const { reader, read, fatal, mostAtOnce } = await counting(async () => {
    begun++;
    await hold?.untilReleased;
  });
  await until(() => read.length === 20 && caughtUp(reader));
  hold = held();
  const before = begun;
  await until(() => works(writer.append(messages(numbered('meanwhile', 20), (value) => value))));
  await until(() => begun > before);

  // More than none if the group's coordinator took long.
  const rejoins = reader.rejoins();
  await kafka.broker.kill();
  // The member has failed and waits for its handlers.
  await until(() => works(reader.check()).then((reads) => !reads));
  expect(reader.rejoins()).toBe(rejoins);
  hold.release();
  await until(() => reader.rejoins() > rejoins + 1);
  await kafka.broker.start();
  await until(() => works(writer.append(messages(numbered('after', 20), (value) => value))));

  const all = ['before', 'meanwhile', 'after'].flatMap((name) => numbered(name, 20));
  await until(() => caughtUp(reader));
  expect(new Set(read.map(({ value }) => value))).toEqual(new Set(all));
  const once = read.filter(({ value }) => value.startsWith('before'));
  expect(once).toHaveLength(20);
  expect(mostAtOnce()).toBe(1);
  await reader.check();
  expect([fatal, reader.offsetResets()]).toEqual([[], 0]);
});
