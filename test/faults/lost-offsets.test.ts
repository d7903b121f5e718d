import { type Cluster, groupOf } from './cluster/cluster.ts';
import { withAdmin } from './cluster/kafka.ts';
import { fault, onKafka } from './fault.ts';

fault(
  "the group's offsets expired",
  { id: 'F10', times: { short: 1, long: 10 }, start: onKafka() },
  async ({ cluster, load, times, injected }) => {
    for (let time = 0; time < times; time++) {
      await load.acknowledgedMore(100);
      // The group exists once it has joined and committed.
      await cluster.settled();
      await whileStopped(cluster, () =>
        withAdmin(cluster.brokers, (admin) => admin.deleteGroups([groupOf(cluster.topic)])),
      );
      injected();
    }
  },
);

fault(
  'the log truncated behind the offsets of the group',
  { id: 'F10', times: { short: 1, long: 10 }, start: onKafka() },
  async ({ cluster, load, times, injected }) => {
    const { topic, brokers } = cluster;
    const groupId = groupOf(topic);
    for (let time = 0; time < times; time++) {
      await load.acknowledgedMore(100);
      // A group that has not committed anything yet has no offset to fall behind.
      await cluster.settled();
      await whileStopped(cluster, () =>
        withAdmin(brokers, async (admin) => {
          const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
          // What the group has committed is stored, and may go.
          const partitions = (committed?.partitions ?? []).filter(({ offset }) => Number(offset) > 0);
          await admin.deleteTopicRecords({ topic, partitions });
          await admin.setOffsets({
            groupId,
            topic,
            partitions: partitions.map(({ partition }) => ({ partition, offset: '0' })),
          });
        }),
      );
      injected();
      await cluster.settled();
      expect(loud(cluster)).toContain('Offset out of range, resetting to default offset');
    }
  },
);

fault(
  'the topic deleted and recreated under running programs',
  { id: 'F10', times: { short: 1, long: 10 }, start: onKafka() },
  async ({ cluster, load, times, injected }) => {
    for (let time = 0; time < times; time++) {
      await load.acknowledgedMore(100);
      // Unread messages are deleted with a topic, so there must be none.
      await load.pause();
      await cluster.settled();
      await withAdmin(cluster.brokers, (admin) => admin.deleteTopics({ topics: [cluster.topic] }));
      injected();
      load.resume();
      await load.acknowledgedMore(300);
    }
  },
);

async function whileStopped(cluster: Cluster, act: () => Promise<unknown>): Promise<void> {
  await Promise.all(cluster.consumers.map((consumer) => consumer.end('SIGTERM')));
  await act();
  await Promise.all(cluster.consumers.map((consumer) => consumer.start()));
}

/** The log output of the consumers, from warnings up. */
function loud({ consumers }: Cluster): string {
  const lines = consumers.flatMap((consumer) => consumer.output().split('\n'));
  return lines.filter((line) => /^\{"level":[456]0/.test(line)).join('\n');
}
