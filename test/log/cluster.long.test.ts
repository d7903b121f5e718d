import { LogUnavailableError, type LogWriter } from '@tallyhouse/log';
import { type KafkaCluster, startKafkaCluster } from '../harness/kafka-cluster.ts';
import { messages, numbered, reading, readUntil, readyWriter, until, works } from './gather.ts';
import { kafkaPlace } from './place.ts';

let cluster: KafkaCluster;
let place: Awaited<ReturnType<typeof kafkaPlace>>;

beforeAll(async () => {
  cluster = await startKafkaCluster();
  place = await kafkaPlace({ brokers: cluster.addresses });
});
afterAll(async () => {
  await place?.remove();
  await cluster?.remove();
});

/** Appends batch after batch until it is stopped, each with keys of every partition, and keeps what was acknowledged. */
function appendOnAndOn(writer: LogWriter, name: string) {
  const acknowledged: string[] = [];
  let going = true;
  const over = (async () => {
    for (let batch = 0; going; batch++) {
      const values = numbered(`${name}.${batch}`, 20);
      const taken = await writer.append(messages(values, (value) => value)).then(
        () => true,
        (error) => {
          if (!(error instanceof LogUnavailableError)) throw error;
          return false;
        },
      );
      if (taken) acknowledged.push(...values);
    }
  })();
  const stop = () => {
    going = false;
    return over;
  };
  return { acknowledged, stop };
}

test('continues when a broker is killed and its partitions get other leaders, and loses nothing', async () => {
  const writer = place.open().writer();
  const appending = appendOnAndOn(writer, 'one');
  for (let kill = 0; kill < 2; kill++) {
    const before = appending.acknowledged.length;
    await until(() => appending.acknowledged.length > before + 200);
    const killed = await cluster.leader(place.topic, kill);
    await killed.kill();
    const meanwhile = appending.acknowledged.length;
    await until(() => appending.acknowledged.length > meanwhile + 200);
    await killed.start();
    await cluster.healed(place.topic);
  }
  await appending.stop();
  await readUntil(place.open(), 'g', (found) => {
    const read = new Set(found.map(({ value }) => value));
    return appending.acknowledged.every((value) => read.has(value));
  });
});

test('accepts nothing while two of three brokers are down, and recovers by itself, reading too', async () => {
  const log = place.open();
  const writer = await readyWriter(log);
  const { reader, values, fatal } = await reading(log.reader('staying'));
  await writer.append(messages(['before']));
  await until(() => values().includes('before'));
  const [one, other] = cluster.brokers;
  if (!one || !other) throw new Error('A cluster of three was wanted.');
  await Promise.all([one.kill(), other.kill()]);
  await expect(writer.append(messages(['meanwhile']))).rejects.toThrow(LogUnavailableError);
  // Its session is over, and kafkajs has given up twice.
  const rejoins = reader.rejoins();
  await until(() => reader.rejoins() >= rejoins + 2);
  await Promise.all([one.start(), other.start()]);
  await until(() => works(writer.append(messages(['after']))));
  await until(() => values().includes('after'));
  expect(fatal).toEqual([]);
});
