import { forEachTest } from '../api/shared-service.ts';
import { sharedBrokers } from '../harness/shared/brokers.ts';
import { withAdmin } from '../harness/with-admin.ts';
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
import { kafkaPlace } from './place.ts';

const place = forEachTest(() => kafkaPlace());

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
  await withAdmin(await sharedBrokers(), async (admin) => {
    await admin.deleteTopics({ topics: [place.topic] });
    // Without waiting for leaders: kafkajs rejects when that takes long, although the topic exists.
    const create = { topics: [{ topic: place.topic, numPartitions: 1 }], waitForLeaders: false };
    await until(() => admin.createTopics(create).catch(() => false));
  });
  // More than the old topic had, so that all its offsets exist again.
  const fresh = numbered('new', 100);
  await until(() => works(writer.append(messages(fresh))));
  release();
  await until(() => fresh.every((value) => values().includes(value)));
  await until(() => caughtUp(reader));
  expect(reader.offsetResets()).toBeGreaterThan(0);
});
