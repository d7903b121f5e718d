import { inspect } from 'node:util';
import { createLogger } from '@tallyhouse/service';
import type { Admin } from 'kafkajs';
import {
  caughtUp,
  held,
  messages,
  messagesOf,
  numbered,
  reading,
  readUntil,
  readyWriter,
  until,
  works,
} from './gather.ts';
import { kafkaClient, kafkaPlace } from './place.ts';

let place: Awaited<ReturnType<typeof kafkaPlace>>;
let admin: Admin;
let errors: string[];

beforeEach(async () => {
  // One for each test: kafkajs keeps requesting the metadata of every topic it has used.
  admin = (await kafkaClient()).admin();
  await admin.connect();
  errors = [];
  const logger = createLogger('test', 'silent');
  jest.spyOn(logger, 'error').mockImplementation((...logged) => {
    // On a busy machine a new topic may take a moment, which its writer logs.
    if (String(logged[1]).includes('the committed offset no longer exists')) errors.push(inspect(logged));
  });
  place = await kafkaPlace({ logger });
});
afterEach(async () => {
  await place.remove();
  await admin.disconnect();
});

async function expire(offset: number): Promise<void> {
  const { topic } = place;
  // Makes kafkajs ask for the partition's leader; deleting the topic does not.
  await admin.fetchTopicOffsets(topic);
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: String(offset) }] });
}

async function makeAnew(partitions: number): Promise<void> {
  await admin.deleteTopics({ topics: [place.topic] });
  // Without waiting for leaders: kafkajs rejects when that takes long, although the topic exists.
  const create = { topics: [{ topic: place.topic, numPartitions: partitions }], waitForLeaders: false };
  await until(() => admin.createTopics(create).catch(() => false));
}

test('continues at the oldest message when messages expired without a reader, and logs that', async () => {
  const log = place.open(1);
  const writer = await readyWriter(log);
  await writer.append(messages(numbered('m', 10)));
  await readUntil(log, 'g', 10);
  await writer.append(messages(numbered('n', 40)));
  await expire(30);

  const { reader, read, values, fatal } = await reading(place.open(1).reader('g'));
  await until(() => read.length >= 20);
  expect(values()).toEqual(numbered('n', 40).slice(20));
  await writer.append(messages(['next']));
  await until(() => values().includes('next'));
  await until(() => errors.length > 0);
  expect(errors).toEqual([expect.stringContaining("oldest: '30'")]);
  expect(reader.offsetResets()).toBe(1);
  expect(fatal).toEqual([]);
});

test('skips nothing of a topic that was recreated while a batch of the old one was handled', async () => {
  const log = place.open(1);
  const writer = await readyWriter(log);
  await writer.append(messages(['before']));
  await readUntil(log, 'g', 1);
  await writer.append(messages(numbered('old', 10)));

  const { untilReleased, release } = held();
  let begun = false;
  const { reader, values } = await reading(place.open(1).reader('g'), async (batch) => {
    if (!messagesOf(batch).some(({ value }) => value.startsWith('old'))) return;
    begun = true;
    await untilReleased;
  });
  await until(() => begun);
  await makeAnew(1);
  // More than the old topic had, so that all its offsets exist again.
  const fresh = numbered('new', 100);
  await until(() => works(writer.append(messages(fresh))));
  release();
  await until(() => fresh.every((value) => values().includes(value)));
  await until(() => caughtUp(reader));
  expect(reader.offsetResets()).toBeGreaterThan(0);
});
