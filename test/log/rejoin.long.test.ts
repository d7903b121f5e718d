import { LogUnavailableError } from '@tallyhouse/log';
import { freePort } from '../harness/free-port.ts';
import { type RestartableKafka, startBrokerAlone } from '../harness/kafka-java.ts';
import { logger } from '../harness/quiet.ts';
import { withAdmin } from '../harness/with-admin.ts';
import { caughtUp, expectNoGaps, messages, numbered, reading, until, works } from './gather.ts';
import { kafkaPlace } from './place.ts';

const tries = 10;

let kafka: RestartableKafka;
let place: Awaited<ReturnType<typeof kafkaPlace>>;
let warnings: { line: string; at: number }[];

beforeEach(async () => {
  warnings = [];
  jest.spyOn(logger, 'warn').mockImplementation((...logged) => {
    warnings.push({ line: String(logged[1]), at: Date.now() });
  });
  const [address, controller] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  // It cannot keep three copies of the groups' commits, so no group has a coordinator.
  const properties = { 'offsets.topic.replication.factor': 3 };
  kafka = await startBrokerAlone({ address, controller, properties });
  place = await kafkaPlace({ brokers: kafka.brokers, logger });
});
afterEach(async () => {
  await place?.remove();
  await kafka?.stop();
});

/** Lets the broker keep the commits of groups, in one copy. */
async function letCoordinate(): Promise<void> {
  const configEntries = [{ name: 'cleanup.policy', value: 'compact' }];
  const topics = [{ topic: '__consumer_offsets', numPartitions: 1, replicationFactor: 1, configEntries }];
  await withAdmin(kafka.brokers, (admin) => admin.createTopics({ topics, waitForLeaders: false }));
}

const readerOfGroup = () => reading(place.open(2).reader('g'));

test('begins to read once its group has a coordinator, however often there was none', async () => {
  const values = numbered('m', 100);
  const writer = place.open(2).writer();
  await until(() => works(writer.append(messages(values, (value) => value))));
  const { reader, read, fatal } = await readerOfGroup();
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
  expectNoGaps(read);
  await reader.check();
  expect(fatal).toEqual([]);
});

test('can be closed while its group has no coordinator', async () => {
  const { reader } = await readerOfGroup();
  await until(() => reader.rejoins() >= 3);
  await reader.close();
  const rejoins = reader.rejoins();
  const { reader: other } = await readerOfGroup();
  await until(() => other.rejoins() >= 3);
  expect(reader.rejoins()).toBe(rejoins);
});
