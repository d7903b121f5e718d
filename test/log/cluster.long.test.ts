import { LogUnavailableError } from '@tallyhouse/log';
import { forAllTests } from '../api/shared-service.ts';
import { startKafkaCluster } from '../harness/kafka-cluster.ts';
import { messages, reading, readyWriter, until, works } from './gather.ts';
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
