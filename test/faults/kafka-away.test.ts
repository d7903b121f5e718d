import { setTimeout as sleep } from 'node:timers/promises';
import { type KafkaCluster, startKafkaCluster } from '../harness/kafka-cluster.ts';
import { fault, onKafka } from './fault.ts';
import { form } from './form.ts';

let kafka: KafkaCluster;
beforeAll(async () => {
  kafka = await startKafkaCluster();
});
afterAll(() => kafka?.remove());

const start = () => onKafka({ brokers: kafka.addresses })();

fault(
  'the leader of a partition killed with SIGKILL, of three brokers',
  { id: 'F6', times: { short: 1, long: 20 }, start },
  async ({ cluster, load, random, times, injected }) => {
    for (let time = 0; time < times; time++) {
      const leader = await kafka.leader(cluster.topic, random.between(0, 2));
      await leader.kill();
      injected();
      // Two of three are enough to continue.
      await load.acknowledgedMore(200);
      await leader.start();
      await kafka.healed(cluster.topic);
    }
  },
);

fault(
  'all of Kafka away for a while',
  { id: 'F6', times: { short: 1, long: 5 }, start },
  async ({ load, times, injected }) => {
    for (let time = 0; time < times; time++) {
      await Promise.all(kafka.brokers.map((broker) => broker.kill()));
      injected();
      const { refused } = load.ledger;
      while (load.ledger.refused < refused + 20) await sleep(50);
      const { acknowledged } = load.ledger;
      await sleep(form.choose({ short: 3000, long: 60_000 }));
      // Not one 202 while nothing can be durable.
      expect(load.ledger.acknowledged).toBe(acknowledged);
      await Promise.all(kafka.brokers.map((broker) => broker.start()));
      await load.acknowledgedMore(50);
    }
  },
);
