import { forAllTests } from '../api/shared-service.ts';
import { startKafkaCluster } from '../harness/kafka-cluster.ts';
import { startCluster } from './cluster/cluster.ts';
import { each, testFaults } from './fault.ts';
import { untilRefused } from './list/until.ts';

const kafka = forAllTests(() => startKafkaCluster());

testFaults({
  system: 'the service on three brokers',
  start: () => startCluster({ brokers: kafka.addresses }),
  faults: [
    {
      id: 'F6',
      title: 'the leader of a partition killed with SIGKILL, of three brokers',
      times: { short: 1, long: 20 },
      inject: each(async ({ system, load, random, injected }) => {
        const leader = await kafka.leader(system.topic, random.between(0, 2));
        await leader.kill();
        injected();
        // Two of three are enough to continue.
        await load.acknowledgedMore(200);
        await leader.start();
        await kafka.healed(system.topic);
      }),
    },
    {
      id: 'F6',
      title: 'all of Kafka away for a while',
      times: { short: 1, long: 5 },
      inject: each(async ({ load, injected }) => {
        await Promise.all(kafka.brokers.map((broker) => broker.kill()));
        injected();
        await untilRefused(load, 20);
        const { acknowledged } = load.ledger;
        await untilRefused(load, 20, 1);
        // Not one 202 while nothing can be durable.
        expect(load.ledger.acknowledged).toBe(acknowledged);
        await Promise.all(kafka.brokers.map((broker) => broker.start()));
        await load.acknowledgedMore(50);
      }),
    },
  ],
});
