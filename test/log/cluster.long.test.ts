import { LogUnavailableError } from '@tallyhouse/log';
import { forAllTests } from '../api/shared-service.ts';
import { startKafkaCluster } from '../harness/kafka-cluster.ts';
import { messages, numbered, reading, readyWriter, until, works } from './gather.ts';
import { kafkaPlace } from './place.ts';

const cluster = forAllTests(() => startKafkaCluster());

test('accepts nothing while two of three brokers are down, and recovers by itself, reading too', async () => {
  const place = await kafkaPlace({ brokers: cluster.addresses });
  const log = place.open();
  const writer = await readyWriter(log);
  const { reader, values, fatal } = await reading(log.reader('staying'));
  await writer.append(messages(['before']));
  await until(() => values().includes('before'));
  const [one, other] = cluster.brokers;
  if (!one || !other) throw new Error('A cluster of three was wanted.');
  await Promise.all([one.kill(), other.kill()]);
  await expect(writer.append(messages(['meanwhile']))).rejects.toThrow(LogUnavailableError);
  // The session has expired, and kafkajs has given up twice.
  const rejoins = reader.rejoins();
  await until(() => reader.rejoins() >= rejoins + 2);
  await Promise.all([one.start(), other.start()]);
  await until(() => works(writer.append(messages(['after']))));
  await until(() => values().includes('after'));
  expect(fatal).toEqual([]);
  await place.remove();
});

test('a partition without a leader is not taken for a topic without messages', async () => {
  const place = await kafkaPlace({ brokers: cluster.addresses, replicationFactor: 1, minInsyncReplicas: 1 });
  await (await readyWriter(place.open(3))).append(messages(numbered('m', 9), (value) => value));
  const lost = await cluster.leader(place.topic, 1);
  await lost.kill();
  const log = place.open(3);
  const writer = log.writer();
  const answers = [() => log.offsetRanges(0).then(({ length }) => `${length} ranges`), () => writer.check()];
  for (const answer of answers) {
    const told = () => answer().then(String, String);
    // At first the broker only does not answer.
    await until(async () => /leader|ranges/.test(await told()));
    expect(await told()).toMatch(/leader/);
  }
  await lost.start();
  const ranges = await until(() => log.offsetRanges(0).catch(() => undefined));
  expect(ranges.reduce((sum, { first, end }) => sum + Number(end - first), 0)).toBe(9);
  await place.remove();
});
