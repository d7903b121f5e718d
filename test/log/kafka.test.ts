import { createKafkaLog, type LogBatch, LogUnavailableError } from '@tallyhouse/log';
import { type Admin, CompressionTypes, ConfigResourceTypes, type ITopicConfig } from 'kafkajs';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { forEachTest } from '../api/shared-service.ts';
import { freePort } from '../harness/free-port.ts';
import { logger } from '../harness/quiet.ts';
import {
  caughtUp,
  lagOf,
  messages,
  reading,
  readValues,
  readyWriter,
  textsOf,
  until,
  works,
} from './gather.ts';
import { kafkaClient, kafkaPlace } from './place.ts';

const place = forEachTest(kafkaPlace);
let admin: Admin;

beforeAll(async () => {
  admin = (await kafkaClient()).admin();
  await admin.connect();
});
afterAll(() => admin.disconnect());

test('reports that it is unavailable while no broker answers, and can be closed', async () => {
  const settings = { brokers: [`127.0.0.1:${await freePort()}`], topic: place.topic, partitions: 4 };
  const log = createKafkaLog({ ...settings, retentionHours: 1, logger });
  const writer = log.writer();
  const { reader } = await reading(log.reader('g'));
  await expect(writer.append(messages(['m']))).rejects.toThrow(LogUnavailableError);
  await expect(writer.check()).rejects.toThrow(LogUnavailableError);
  await expect(reader.lag()).rejects.toThrow(LogUnavailableError);
  await log.close();
});

test('creates the topic as stated, however many processes do it at once', async () => {
  const logs = [place.open(5), place.open(5), place.open(5)];
  const writers = logs.map((log) => log.writer());
  await Promise.all(writers.map((writer) => until(() => works(writer.append(messages(['m']))))));

  const { topics } = await admin.fetchTopicMetadata({ topics: [place.topic] });
  expect(topics[0]?.partitions).toHaveLength(5);
  const stated = { 'cleanup.policy': 'delete', 'compression.type': 'producer', 'retention.ms': '3600000' };
  expect(await settingsOf(place.topic, Object.keys(stated))).toEqual(stated);
});

test.each([
  { name: 'cleanup.policy', value: 'compact' },
  { name: 'compression.type', value: 'zstd' },
])('refuses a topic with $name=$value, until that is fixed', async (setting) => {
  const { topic } = place;
  await created({ topic, numPartitions: 1, configEntries: [setting] });
  const log = place.open();
  const writer = log.writer();
  const { values, fatal } = await reading(log.reader('g'));
  const refusal = () => writer.append(messages(['m'])).then(() => 'none', String);
  await until(async () => (await refusal()).includes(`${setting.name}=${setting.value}`));
  expect(await settingsOf(topic, [setting.name])).toEqual({ [setting.name]: setting.value });

  const fixed = setting.name === 'cleanup.policy' ? 'delete' : 'producer';
  await configure({ ...setting, value: fixed });
  await until(() => works(writer.append(messages(['after']))));
  await until(() => values().includes('after'));
  expect([fatal, new Set(values())]).toEqual([[], new Set(['after'])]);
});

test('ends reading for good at a message that it cannot read', async () => {
  const log = place.open(1);
  const writer = await readyWriter(log);
  const { values, fatal } = await reading(log.reader('g'));
  await until(() => works(writer.append(messages(['before']))));
  await until(() => values().includes('before'));
  // From here on, the broker recompresses messages.
  await configure({ name: 'compression.type', value: 'zstd' });
  await until(async () => {
    await works(writer.append(messages(['after'])));
    return fatal.length > 0;
  });
  expect(String(fatal[0])).toContain('ZSTD compression not implemented');
});

test('an append that is over the limit of the topic is divided; a message that is cannot be stored', async () => {
  const limit = { name: 'max.message.bytes', value: '2000' };
  await created({ topic: place.topic, numPartitions: 1, configEntries: [limit] });
  const log = place.open(1);
  const writer = await readyWriter(log);
  const large = (bytes: number) => ({ key: 'k', value: Buffer.alloc(bytes, 'm') });
  await writer.append(Array.from({ length: 9 }, () => large(700)));
  const { read } = await reading(log.reader('g'));
  await until(() => read.length >= 9);
  const message = "A message is over the topic's max.message.bytes: raise it.";
  await expect(writer.append([large(3000)])).rejects.toMatchObject({ name: 'LogUnavailableError', message });
});

/** kafkajs gives up if a busy broker does not choose a leader soon; the topic exists all the same. */
const created = (topic: ITopicConfig) => until(() => works(admin.createTopics({ topics: [topic] })));

/** Changes a setting of the topic. */
function configure(setting: { name: string; value: string }) {
  const resource = { type: ConfigResourceTypes.TOPIC, name: place.topic, configEntries: [setting] };
  return admin.alterConfigs({ validateOnly: false, resources: [resource] });
}

async function settingsOf(topic: string, configNames: string[]): Promise<Record<string, string>> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name: topic, configNames }],
  });
  const entries = resources.flatMap(({ configEntries }) => configEntries);
  return Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
}

test('reads compressed messages of other producers, and a message without a value as an empty one', async () => {
  await created({ topic: place.topic, numPartitions: 1 });
  const producer = (await kafkaClient()).producer();
  await producer.connect();
  await producer.send({
    topic: place.topic,
    compression: CompressionTypes.GZIP,
    messages: [{ value: 'one' }, { value: null }, { value: 'two' }],
  });
  await producer.disconnect();
  expect(await readValues(place.open(), 'g', 3)).toEqual(['one', '', 'two']);
});

test('reads, and reads again, up to the marker at the end of a transaction, whether it was committed or aborted', async () => {
  const { topic } = place;
  await created({ topic, numPartitions: 1 });
  const producer = (await kafkaClient()).producer({ transactionalId: topic, maxInFlightRequests: 1 });
  await producer.connect();
  const log = place.open(1);
  const { reader, values } = await reading(log.reader('g'));
  const again: string[] = [];
  for (const [end, next] of [
    ['commit', 2n],
    ['abort', 4n],
  ] as const) {
    const transaction = await producer.transaction();
    await transaction.send({ topic, messages: [{ value: end }] });
    await transaction[end]();
    await until(async () => (await lagOf(reader))[0]?.committed === next);
    const note = async (batch: LogBatch) => void again.push(...textsOf(batch));
    const [range] = await log.offsetRanges(0);
    expect(range).toEqual({ partition: 0, first: 0n, end: next });
    const ranges = [{ partition: 0, first: next - 2n, end: next }];
    expect(await log.read(ranges, note, new AbortController().signal)).toBe(true);
  }
  await producer.disconnect();
  expect([values(), again]).toEqual([['commit'], ['commit']]);
});

test('an idle connection looks for requests to send when an answer came, and not all the time', async () => {
  const log = place.open();
  await readyWriter(log);
  const { reader } = await reading(log.reader('g'));
  await until(() => caughtUp(reader));
  const looks = jest.spyOn(RequestQueue.prototype, 'checkPendingRequests');
  const answers = jest.spyOn(RequestQueue.prototype, 'fulfillRequest');
  await until(() => answers.mock.calls.length >= 10);
  const [looked, answered] = [looks.mock.calls.length, answers.mock.calls.length];
  looks.mockRestore();
  answers.mockRestore();
  // A request without a timely response makes it look, too.
  expect(looked).toBeLessThan(2 * answered);
});
