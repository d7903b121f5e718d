import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, groupOf } from './cluster/cluster.ts';
import { withAdmin } from './cluster/kafka.ts';
import { fault, onKafka } from './fault.ts';
import { form } from './form.ts';

fault(
  'a consumer stopped until it lost its partitions, and continued',
  { id: 'F7', times: { short: 1, long: 10 }, start: onKafka({ consumers: 2 }) },
  async ({ cluster, load, random, times, injected }) => {
    for (let time = 0; time < times; time++) {
      const zombie = random.one(cluster.consumers);
      // In the middle of an insert, if it is its own.
      await new Promise<void>((reached) => {
        cluster.proxy.rules.toServer = (_, insert) => {
          if (insert) reached();
          return 'pass';
        };
      });
      cluster.proxy.rules = {};
      zombie.freeze();
      injected();
      await untilAlone(cluster);
      await sleep(form.choose({ short: 0, long: 60_000 }));
      // The other has all partitions now, and continues.
      const { committed } = await cluster.progress();
      await load.acknowledgedMore(100);
      while ((await cluster.progress()).committed < committed + 100) await sleep(200);
      zombie.thaw();
      await load.acknowledgedMore(100);
    }
  },
);

fault(
  'consumers added and removed every few seconds',
  { id: 'F7', times: { short: 4, long: 120 }, start: onKafka({ consumers: 1 }) },
  async ({ cluster, random, times, injected }) => {
    await cluster.addConsumer();
    await cluster.addConsumer();
    for (let time = 0; time < times; time++) {
      const consumer = random.one(cluster.consumers);
      if (!consumer.running()) await consumer.start();
      else expect(await consumer.end('SIGTERM')).toBe(0);
      injected();
      await sleep(random.between(500, 5000));
    }
    for (const consumer of cluster.consumers) if (!consumer.running()) await consumer.start();
  },
);

/** Waits until the group has one member, which has the partitions of those that it waited for in vain. */
async function untilAlone({ brokers, topic }: Cluster): Promise<void> {
  const look = () => withAdmin(brokers, (admin) => admin.describeGroups([groupOf(topic)]));
  for (;;) {
    const [group] = (await look()).groups;
    if (group?.state === 'Stable' && group.members.length === 1) return;
    await sleep(200);
  }
}
